// Bank accounts that are added around the replacement of a credential: what an administrator sees of them, and a code that ends while the
// provider is asked.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertFilters, assertPages, assertPeriod, itRefuses, pageOf } from '../../../../test/support/administration-lists.ts';
import { changeAddress, sessionCode, waitForCode } from '../../../../test/support/codes.ts';
import { addBankAccount } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Account = { id: string; iban: string; status: string; createdAt: string; payableFrom: string | null };
type AtProvider = { ibans: { iban: string; status: number }[] };

const IBANS = ['FR7630006000011234567890189', 'DE89370400440532013000', 'BE68539007547034'] as const;
const URL = '/customers/provider/payment-method';
const DEACTIVATED = 8;

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const listOf = (customerId: string) => `/administration/customers/${customerId}/bank-accounts`;

describe('GET /administration/customers/:customerId/bank-accounts', () => {
  it('shows masked accounts, and from when on one that was added after a change of address is paid to', async () => {
    const person = await verifiedInvestor(world);
    await addBankAccount(world, person, IBANS[0]);
    await world.moveClock({ advance: 'PT1M' });
    const moved = { ...person, email: await changeAddress(world, person) };
    const changedAt = world.deps.clock.now();
    await world.moveClock({ advance: 'PT1H' });
    await addBankAccount(world, moved, IBANS[1]);
    await world.moveClock({ advance: 'PT1M' });
    const url = listOf(person.customerId);
    const { items } = await pageOf<Account>(admin, url);
    assert.deepEqual(
      items.map(({ iban, status }) => [iban, status]),
      [
        ['DE89 **** 3000', 'activated'],
        ['FR76 **** 0189', 'activated'],
      ],
    );
    assert.equal(items[1]?.payableFrom, null);
    const [until, expected] = [Temporal.Instant.from(items[0]?.payableFrom ?? ''), changedAt.add({ hours: 72 })];
    assert.ok(Math.abs(until.epochMilliseconds - expected.epochMilliseconds) < 60_000, String(until));
    const own = expectStatus(await moved.client.get<{ items: Account[] }>(URL), 200).body.items;
    assert.deepEqual(
      own.map(({ payableFrom }) => payableFrom),
      items.map(({ payableFrom }) => payableFrom),
    );
  });
  it('is read page by page, by status and by period', async () => {
    const person = await verifiedInvestor(world);
    for (const iban of IBANS) {
      await addBankAccount(world, person, iban);
      await world.moveClock({ advance: 'PT1M' });
    }
    const url = listOf(person.customerId);
    const { ibans } = await world.control<{ ibans: { id: number; iban: string }[] }>('GET', `/accounts/${person.customerId}`);
    await world.control('PUT', `/ibans/${ibans.find(({ iban }) => iban === IBANS[0])?.id}`, { status: DEACTIVATED });
    await person.client.get(URL);
    await assertPages<Account>(admin, url, ({ id }) => id);
    await assertFilters<Account>(admin, url, [['status=deactivated', ({ status }) => status === 'deactivated']]);
    await assertPeriod<Account>(admin, url, ({ createdAt }) => createdAt);
  });
  it('nobody has this id -> 404 not-found', async () =>
    expectCode(await admin.client.get(listOf(randomUUID())), 404, 'not-found'));
  let holder: Investor;
  before(async () => {
    holder = await verifiedInvestor(world);
  });
  const parts = { world: () => world, administrator: () => admin, wrong: ['status=removed'] };
  itRefuses('an investor’s bank accounts', { ...parts, at: () => listOf(holder.customerId) });
});

it('a code that ends while the provider is asked -> 403 2fa-code.invalid, and what was registered is forgotten', async () => {
  const person = await verifiedInvestor(world);
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'bank-account-creation' }), 201);
  const tfa = await waitForCode(world, person.email, 'bank-account-creation');
  const { email } = person;
  const otp = await sessionCode(world, email, () =>
    world.visitor().post('/api/auth/email-otp/request-password-reset', { email }),
  );
  await world.control('POST', '/faults', { route: 'POST /v2/moneyouts/iban', mode: 'latency', times: 1, latencyMs: 800 });
  const adding = person.client.post(URL, { iban: IBANS[0], holder: 'Camille Durand' }, { tfa });
  const stored = () =>
    world.sql<{ status: string }>('select status from bank_account where customer_id = $1', [person.customerId]);
  await world.until(async () => (await stored()).length === 1, 'the intent');
  const reset = { email, otp, password: 'a brand new password' };
  expectStatus(await world.visitor().post('/api/auth/email-otp/reset-password', reset), 200);
  expectCode(await adding, 403, '2fa-code.invalid');
  await world.until(async () => (await stored())[0]?.status === 'removed', 'it is forgotten');
  const { ibans } = await world.control<AtProvider>('GET', `/accounts/${person.customerId}`);
  assert.deepEqual(
    ibans.map(({ status }) => status),
    [DEACTIVATED],
  );
});
