// What an investor reads of their withdrawals, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { verifiedInvestor } from '../../../../test/support/actors.ts';
import { endPayout, pastWithdrawals, withdraw, withdrawer } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Withdrawal = {
  id: string;
  amountCents: number;
  status: string;
  endedAt: string | null;
  createdAt: string;
  isCancelable: boolean;
};
type Page = { items: Withdrawal[]; nextCursor: string | null };

const URL = '/customers/withdrawals';

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());

describe('GET /customers/withdrawals and /customers/withdrawals/:withdrawalId', () => {
  it('shows amount, fee, status, masked bank account and dates, before and after the bank has paid', async () => {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    const [waiting] = expectStatus(await person.client.get<Page>(URL), 200).body.items;
    assert.ok(waiting);
    // The worker may have sent it by now.
    const { id, createdAt, isCancelable, ...told } = waiting;
    assert.deepEqual(told, {
      amountCents: 2_000,
      feeCents: 0,
      status: 'WAITING',
      bankAccount: { id: person.paymentMethodId, iban: 'FR76 **** 0189' },
      invoiceId: null,
      endedAt: null,
    });
    assert.ok(createdAt);
    assert.equal(typeof isCancelable, 'boolean');
    await endPayout(world, person, 'complete');
    const paid = expectStatus(await person.client.get<Withdrawal>(`${URL}/${id}`), 200).body;
    assert.deepEqual([paid.status, paid.isCancelable], ['CONFIRMED', false]);
    assert.ok(paid.endedAt && paid.endedAt >= createdAt);
  });
  it('page by page, newest first', async () => {
    const person = await withdrawer(world, 0);
    await pastWithdrawals(world, person, { count: 2, amountCents: 100 });
    await pastWithdrawals(world, person, { count: 1, amountCents: 300, at: world.deps.clock.now().toString() });
    const first = (await person.client.get<Page>(`${URL}?limit=2`)).body;
    const second = (await person.client.get<Page>(`${URL}?limit=2&cursor=${first.nextCursor}`)).body;
    assert.deepEqual([first.items[0]?.amountCents, second.items.length, second.nextCursor], [300, 1, null]);
    assert.equal(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 3);
  });
  it("somebody else's, and one that never was -> 404 withdrawal.not-found", async () => {
    const [person, other] = [await withdrawer(world, 0), await verifiedInvestor(world)];
    await pastWithdrawals(world, person, { count: 1 });
    const [mine] = (await person.client.get<Page>(URL)).body.items;
    expectStatus(await person.client.get(`${URL}/${mine?.id}`), 200);
    expectCode(await other.client.get(`${URL}/${mine?.id}`), 404, 'withdrawal.not-found');
    expectCode(await other.client.get(`${URL}/${randomUUID()}`), 404, 'withdrawal.not-found');
    assert.deepEqual((await other.client.get<Page>(URL)).body, { items: [], nextCursor: null });
  });
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await (await verifiedInvestor(world)).client.get(`${URL}?cursor=x`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
});
