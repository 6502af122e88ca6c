// Withdrawals that were not sent yet, stopped by their owner, by an administrator and by a freeze. No worker: the tests decide when one is
// sent.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { mailsWritten, readAudits, walletOf } from '../../../../test/support/readers.ts';
import {
  pastWithdrawals,
  proveLedger,
  type Withdrawer,
  withdraw,
  withdrawalCode,
  withdrawalOf,
  withdrawalsOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type View = { id: string; status: string; isCancelable: boolean; endedAt: string | null; feeStatus?: string | null };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => proveLedger(admin));

const send = () => world.runJob('wallet-transactions');
const cancelOwn = (person: Withdrawer, id: string) => person.client.delete<View>(`/customers/withdrawals/${id}`);
const cancelTheirs = ({ customerId }: { customerId: string }, id: string) =>
  admin.client.delete<View>(`/administration/customers/${customerId}/withdrawals/${id}`);
const freeze = (person: Withdrawer) => customerIs(world, person.customerId, 'frozen');
const moneyOf = async (person: Withdrawer) => {
  const { availableCents, heldCents } = await walletOf(person);
  return [availableCents, heldCents];
};
/** Pay-outs that the provider was asked for. */
const paidOut = async (person: Withdrawer) => {
  const { movements } = await world.control<{ movements: { kind: string }[] }>('GET', `/accounts/${person.customerId}`);
  return movements.filter(({ kind }) => kind !== 'moneyIn').length;
};

/** Somebody with 5 000 cents who has asked for 1 000; a worker mails the code and is gone before the withdrawal is placed. */
async function unsent(earlier = 0): Promise<{ person: Withdrawer; id: string }> {
  const person = await withdrawer(world, 5_000);
  if (earlier > 0) await pastWithdrawals(world, person, { count: earlier });
  const worker = await world.another({ api: false, worker: true });
  const tfa = await withdrawalCode(world, person);
  await worker.close();
  expectStatus(await withdraw(world, person, { tfa }), 201);
  const placed = (await withdrawalsOf(world, person)).at(-1);
  assert.equal(placed?.order_status, 'created');
  return { person, id: placed.id };
}

describe('DELETE /customers/withdrawals/:withdrawalId', () => {
  it('before it is sent: the money is back at once, nothing leaves, and the investor is told', async () => {
    const { person, id } = await unsent();
    const shown = await person.client.get<View>(`/customers/withdrawals/${id}`);
    assert.equal(expectStatus(shown, 200).body.isCancelable, true);
    const { body } = expectStatus(await cancelOwn(person, id), 200);
    assert.deepEqual([body.status, body.isCancelable, body.endedAt === null], ['CANCELED', false, false]);
    assert.deepEqual(await moneyOf(person), [5_000, 0]);
    await send();
    assert.deepEqual([await paidOut(person), (await withdrawalOf(world, person)).order_status], [0, 'canceled']);
    const mails = await mailsWritten<{ reference: string; canceled?: boolean }>(world, 'withdrawal-failed', person.email);
    assert.deepEqual(
      mails.map(({ reference, canceled }) => [reference, canceled]),
      [[id, true]],
    );
    const quota = await person.client.get<{ freeWithdrawalsInPastYear: number }>(
      '/customers/provider/withdraw/remaining-without-fee',
    );
    assert.equal(quota.body.freeWithdrawalsInPastYear, 0);
  });
  it('with its fee, whose invoice is credited', async () => {
    const { person, id } = await unsent(12);
    assert.deepEqual(await moneyOf(person), [3_880, 1_120]);
    expectStatus(await cancelOwn(person, id), 200);
    assert.deepEqual(await moneyOf(person), [5_000, 0]);
    const { body } = await person.client.get<{ items: { kind: string }[] }>('/customers/invoices');
    assert.deepEqual(body.items.map(({ kind }) => kind).sort(), ['credit-note', 'invoice']);
  });
  it('twice, and once it is on its way -> 400 withdrawal.not-cancelable', async () => {
    const { person, id } = await unsent();
    const both = await Promise.all([cancelOwn(person, id), cancelOwn(person, id)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
    const sent = await unsent();
    await send();
    assert.equal(await paidOut(sent.person), 1);
    const [view] = (await sent.person.client.get<{ items: View[] }>('/customers/withdrawals')).body.items;
    assert.equal(view?.isCancelable, false);
    expectCode(await cancelOwn(sent.person, sent.id), 400, 'withdrawal.not-cancelable');
    assert.deepEqual(await moneyOf(sent.person), [4_000, 1_000]);
  });
  it('at once with the worker that sends it: canceled or paid out, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, id } = await unsent();
      const [canceled] = await Promise.all([cancelOwn(person, id), send()]);
      await send();
      assert.deepEqual([canceled.status, await paidOut(person)], canceled.status === 200 ? [200, 0] : [400, 1]);
    }
  });
  it('unknown, or another investor’s -> 404 withdrawal.not-found', async () => {
    const { person, id } = await unsent();
    const other = await withdrawer(world, 0);
    expectCode(await cancelOwn(other, id), 404, 'withdrawal.not-found');
    expectCode(await cancelOwn(person, randomUUID()), 404, 'withdrawal.not-found');
    assert.deepEqual(await moneyOf(person), [4_000, 1_000]);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().delete(`/customers/withdrawals/${randomUUID()}`), 401, 'unauthenticated'));
});

describe('DELETE /administration/customers/:customerId/withdrawals/:withdrawalId', () => {
  it('cancels it, of a frozen investor’s too, with one audit row', async () => {
    const { person, id } = await unsent();
    assert.equal(expectStatus(await cancelTheirs(person, id), 200).body.status, 'CANCELED');
    assert.deepEqual(await moneyOf(person), [5_000, 0]);
    const audits = await readAudits<{ kind: string; payload: object }>(world, { targetId: person.customerId }, [
      'kind',
      'payload',
    ]);
    assert.deepEqual(audits, [
      { kind: 'CUSTOMER_WITHDRAWAL_CANCEL', payload: { withdrawalId: id, amountCents: 1_000, feeCents: 0 } },
    ]);
  });
  it('once it is on its way -> 400 withdrawal.not-cancelable', async () => {
    const { person, id } = await unsent();
    await send();
    expectCode(await cancelTheirs(person, id), 400, 'withdrawal.not-cancelable');
  });
  it('of another investor -> 404 withdrawal.not-found', async () => {
    const { id } = await unsent();
    expectCode(await cancelTheirs(await signUp(world), id), 404, 'withdrawal.not-found');
  });
  it('of nobody -> 404 not-found', async () =>
    expectCode(await cancelTheirs({ customerId: randomUUID() }, randomUUID()), 404, 'not-found'));
  it('as an investor -> 403 forbidden', async () => {
    const { client, customerId } = await signUp(world);
    expectCode(await client.delete(`/administration/customers/${customerId}/withdrawals/${randomUUID()}`), 403, 'forbidden');
  });
});

describe('a freeze', () => {
  it('by an administrator stops what was not sent, and leaves what was', async () => {
    const { person } = await unsent();
    await freeze(person);
    await send();
    assert.deepEqual([await moneyOf(person), await paidOut(person)], [[5_000, 0], 0]);
    assert.equal((await withdrawalOf(world, person)).status, 'CANCELED');
    const sent = await unsent();
    await send();
    await freeze(sent.person);
    assert.deepEqual(await moneyOf(sent.person), [4_000, 1_000]);
    assert.equal((await withdrawalOf(world, sent.person)).status, 'WAITING');
  });
  it('by a charge-back does the same', async () => {
    const { person } = await unsent();
    const { movements } = await world.control<{ movements: { kind: string; id: number }[] }>(
      'GET',
      `/accounts/${person.customerId}`,
    );
    const moneyInId = movements.find(({ kind }) => kind === 'moneyIn')?.id;
    await world.control('POST', '/chargebacks', { moneyInId });
    await world.until(async () => (await withdrawalOf(world, person)).status === 'CANCELED', 'the withdrawal to be canceled');
    await send();
    assert.equal((await withdrawalOf(world, person)).order_status, 'canceled');
  });
  it('at once with the worker that sends: never both stopped and paid out', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { person } = await unsent();
      await Promise.all([freeze(person), send()]);
      await send();
      const { status } = await withdrawalOf(world, person);
      assert.deepEqual([status, await paidOut(person)], status === 'CANCELED' ? ['CANCELED', 0] : ['WAITING', 1]);
    }
  });
});
