// Charge-backs: the alert, the freeze, the books, and what is left when one of them fails.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { openFunding, signInAdministrator, spvWithWallet, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { fundedProperty } from '../../../../test/support/funding-actors.ts';
import { eventsOf, type Notified, notify, refusesStrangers, silently } from '../../../../test/support/notifications.ts';
import { linkWallet } from '../../../../test/support/property-states.ts';
import { purseCents, readChat } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { foundByNight } from '../../../../test/support/unknown-movements.ts';
import {
  endPayout,
  orderedWithdrawal,
  type Withdrawer,
  withdraw,
  withdrawalCode,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf, formatEuros } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  world.sandbox.setMortarUrl(world.url);
});

type Raised = Notified & { id: number; amountCents: number };
const raise = (moneyInId: number) => world.control<Raised>('POST', '/chargebacks', { moneyInId });
const raiseSilently = async (moneyInId: number) => {
  let raised: Raised | undefined;
  await silently(world, async () => {
    raised = await raise(moneyInId);
  });
  return raised ?? assert.fail('not raised');
};
const credit = async (accountId: string, amountCents: number) =>
  (await world.control<{ id: number }>('POST', `/accounts/${accountId}/credit`, { amountCents })).id;
const notice = (extId: string, payoutId: number, more: object = {}) => ({
  NotifCategory: '14',
  NotifDate: '2026-11-20T10:00:00',
  ExtId: extId,
  IntId: '7',
  IdTransaction: String(payoutId),
  Amount: '10.00',
  Status: '0',
  Comment: 'contested',
  ...more,
});
const freezeOf = async (customerId: CustomerId) =>
  (
    await world.sql<{ source: string | null; frozen: boolean }>(
      'select frozen_source as source, frozen_at is not null as frozen from customer where id = $1',
      [customerId],
    )
  )[0];
const walletOf = async (customerId: CustomerId) => {
  const rows = await world.sql<{ name: string; cents: number }>(
    `select split_part(name, ':', 3) as name, balance_cents::integer as cents from ledger_account where owner_id = $1`,
    [customerId],
  );
  return Object.fromEntries(rows.map(({ name, cents }) => [name, cents]));
};
const bookedOf = (customerId: CustomerId) =>
  world.sql<{ status: string; cents: number }>(
    `select status, amount_cents::integer as cents from wallet_transaction where customer_id = $1 and type = 'CHARGE_BACK'`,
    [customerId],
  );
const chargeBacks = async (state: 'open' | 'done') => {
  const { client } = await signInAdministrator(world);
  const { body } = expectStatus(await client.get<{ items: Listed[] }>(`/administration/charge-backs?state=${state}`), 200);
  return body.items;
};
type Waiting = { kind: string; items: { customerId: string | null }[] };
type Listed = { providerPayoutId: number; [field: string]: unknown };
const lists = async (state: 'open' | 'done', wanted: Listed) => {
  const found = (await chargeBacks(state)).find(({ providerPayoutId }) => providerPayoutId === wanted.providerPayoutId);
  assert.partialDeepStrictEqual(found, wanted);
};
/** Whose wallets have too little for a charge-back, by Today. */
const waiting = async () => {
  const { client } = await signInAdministrator(world);
  const { body } = expectStatus(await client.get<{ waiting: Waiting[] }>('/administration/today'), 200);
  const items = body.waiting.find(({ kind }) => kind === 'charge-back-short')?.items ?? [];
  return items.map(({ customerId }) => customerId);
};
const chatOf = async (text: string) => (await readChat(world)).filter((message) => message.text.includes(text));
const seeChat = (text: string, count: number) =>
  world.until(async () => (await chatOf(text)).length === count, `${count} messages about ${text}`);

const erasureOf = (customerId: CustomerId) => `/administration/customers/${customerId}/personal-data/erasure`;
/** They withdrew all, and closed the account. */
async function left(person: Withdrawer): Promise<void> {
  await world.runJob('incoming-wires');
  expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
  await orderedWithdrawal(world, person);
  await endPayout(world, person, 'complete');
  await customerIs(world, person.customerId, 'closed');
}

describe('POST /customers/provider/webhook/charge-back', () => {
  refusesStrangers('charge-back', () => world);

  it('a known customer: alert, freeze with its source and a notice, and the books follow the wallet', async () => {
    const { customerId, client } = await verifiedInvestor(world);
    const moneyInId = await credit(customerId, 12_345);
    await credit(customerId, 1_000);
    const { id, notified } = await raise(moneyInId);
    assert.equal(notified, true);
    assert.deepEqual(await freezeOf(customerId), { source: 'webhook-chargeback', frozen: true });
    // Neither money-in was booked when it came.
    assert.deepEqual(await bookedOf(customerId), [{ status: 'CONFIRMED', cents: 12_345 }]);
    assert.deepEqual(await walletOf(customerId), { AVAILABLE: 1_000 });
    await seeChat(`Rejet bancaire ${id} sur le client ${customerId}`, 1);
    await seeChat(`${customerId} est gelé après le rejet bancaire ${id}`, 1);
    const wallet = await client.get<{ items: { type: string }[] }>('/customers/wallet/transactions');
    assert.equal(expectStatus(wallet, 200).body.items.filter(({ type }) => type === 'CHARGE_BACK').length, 1);
    shows('event.freeze-notice');
  });

  it('the ledger proof is green and the wallet agrees with the provider', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 5_000 });
    await raise(await credit(customerId, 700));
    const admin = await signInAdministrator(world);
    const { body } = await admin.client.get<{ ok: boolean; providerDifferences: { accountId: string }[] }>(
      '/administration/ledger/proof',
    );
    assert.equal(body.ok, true);
    assert.deepEqual(
      body.providerDifferences.filter(({ accountId }) => accountId === customerId),
      [],
    );
  });

  it('answers 200 without a body, to JSON and to a form', async () => {
    for (const form of [false, true]) {
      const { customerId } = await verifiedInvestor(world);
      const { id } = await raiseSilently(await credit(customerId, 900));
      const body = notice(customerId, id);
      assert.equal(expectStatus(await notify(world, 'charge-back', form ? new URLSearchParams(body) : body), 200).text, '');
      assert.equal((await freezeOf(customerId))?.frozen, true);
    }
  });

  it('delivered five times, three at once: one alert, one booking', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 4_000 });
    const { id } = await raiseSilently(await credit(customerId, 2_500));
    await Promise.all([1, 2, 3].map(() => notify(world, 'charge-back', notice(customerId, id))));
    for (const note of ['a', 'b']) expectStatus(await notify(world, 'charge-back', notice(customerId, id, { Note: note })), 200);
    await world.runJob('charge-backs');
    assert.deepEqual(await bookedOf(customerId), [{ status: 'CONFIRMED', cents: 2_500 }]);
    assert.deepEqual(await walletOf(customerId), { AVAILABLE: 4_000 });
    await seeChat(`est gelé après le rejet bancaire ${id}`, 1);
    await seeChat(`Rejet bancaire ${id} sur le client`, 1);
  });

  it('delivered again after an administrator ended the freeze: not frozen again', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 100 });
    const { id } = await raiseSilently(await credit(customerId, 300));
    expectStatus(await notify(world, 'charge-back', notice(customerId, id)), 200);
    const admin = await signInAdministrator(world);
    const change = { frozen: false, reason: 'settled with the bank' };
    expectStatus(await admin.client.patch(`/administration/customers/${customerId}`, change), 200);
    expectStatus(await notify(world, 'charge-back', notice(customerId, id)), 200);
    await world.runJob('charge-backs');
    assert.equal((await freezeOf(customerId))?.frozen, false);
  });

  it('unknown at the provider: 200, an alert, nothing else', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 100 });
    expectStatus(await notify(world, 'charge-back', notice(customerId, 987_654_321)), 200);
    assert.equal((await freezeOf(customerId))?.frozen, false);
    await seeChat('Rejet bancaire 987654321', 1);
  });

  it("another account's money-out: an alert, nobody is frozen", async () => {
    const [owner, other] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    const { id } = await raiseSilently(await credit(owner.customerId, 800));
    expectStatus(await notify(world, 'charge-back', notice(other.customerId, id)), 200);
    assert.equal((await freezeOf(other.customerId))?.frozen, false);
    assert.equal((await freezeOf(owner.customerId))?.frozen, false);
    await seeChat(`sur un autre compte (${owner.customerId})`, 1);
  });

  it('an SPV without investor: an alert with its projects, no freeze, no booking', async () => {
    const { propertyId, accountId } = await openFunding(world, { bricks: 10 });
    const { id } = await raise(await credit(accountId, 5_000));
    await seeChat(`Rejet bancaire ${id} sur le SPV SPV ${accountId}, projets Les Acacias (${propertyId})`, 1);
    const booked = await world.sql(`select 1 from wallet_transaction where type = 'CHARGE_BACK' and spv_id is not null`);
    assert.equal(booked.length, 0);
  });

  it('an SPV whose wire is no direct debit: in no book, so the reconciliation lists it, until an administrator books it', async () => {
    const own = await fundedProperty(world, { mainCents: 50_000 });
    const admin = await signInAdministrator(world);
    const moneyInId = await credit(own.accountId, 5_000);
    await world.runJob('incoming-wires');
    const { amountCents } = await raise(moneyInId);
    await world.runJob('charge-backs');
    assert.deepEqual((await chargeBacks('open')).length, 0);
    const movement = await foundByNight(world, admin, own.accountId, amountCents);
    const today = await admin.client.get<{ waiting: { kind: string; items: { about: string }[] }[] }>('/administration/today');
    const kinds = expectStatus(today, 200).body.waiting.map(({ kind }) => kind);
    assert.ok(kinds.includes('reconciliation-difference') || kinds.includes('unknown-movement'), kinds.join());
    const from = { propertyId: own.propertyId, purse: 'MAIN' };
    const booked = await admin.client.post(`/administration/reconciliation/movements/${movement.id}/book`, {
      from,
      reason: 'Rejet',
    });
    expectStatus(booked, 201);
    assert.equal(await purseCents(world, own, 'MAIN'), 50_000 - amountCents);
    const list = `/administration/reconciliation/movements?status=open&accountId=${own.accountId}`;
    assert.deepEqual(expectStatus(await admin.client.get<{ items: object[] }>(list), 200).body.items, []);
  });

  it('an SPV without a project, and an account of nobody: 200', async () => {
    const { accountId } = await spvWithWallet(world);
    await raise(await credit(accountId, 100));
    expectStatus(await notify(world, 'charge-back', notice(randomUUID(), 555)), 200);
    await seeChat('sans projet', 1);
  });

  it('the provider cannot be asked, the team knows the projects already, the replay freezes: empty -> 400', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 100 });
    const { spvId } = await openFunding(world, { bricks: 10 });
    await linkWallet(world, spvId, customerId);
    const { id } = await raiseSilently(await credit(customerId, 400));
    await world.control('POST', '/faults', { route: 'GET /v2/moneyouts', mode: 'http-500', times: 9 });
    const answer = await notify(world, 'charge-back', notice(customerId, id));
    assert.deepEqual([answer.status, answer.text], [400, '']);
    await seeChat(`Rejet bancaire ${id} sur le client ${customerId} et le SPV`, 1);
    assert.equal((await freezeOf(customerId))?.frozen, false);
    assert.equal((await eventsOf(world, customerId))[0]?.processed_at, null);
    await world.control('DELETE', '/faults');
    await world.runJob('replay-webhook');
    assert.equal((await freezeOf(customerId))?.frozen, true);
    await seeChat(`Rejet bancaire ${id} sur le client ${customerId} et le SPV`, 2);
    await linkWallet(world, spvId, null);
    shows('event.chargeback-alert');
    shows('webhook.provider.charge-back.400.fetch');
  });

  it('the freeze fails: 200 all the same, an alert, and the job freezes later', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 100 });
    const { id } = await raiseSilently(await credit(customerId, 400));
    await world.sql(`create function refuse_freeze() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await world.sql(
      `create trigger refuse_freeze before update of frozen_at on customer for each row when (new.id = '${customerId}') execute function refuse_freeze()`,
    );
    expectStatus(await notify(world, 'charge-back', notice(customerId, id)), 200);
    await seeChat(`le client ${customerId} n’a pas encore pu être gelé`, 1);
    assert.equal((await freezeOf(customerId))?.frozen, false);
    await world.sql('drop function refuse_freeze cascade');
    const waiting = await world.sql(
      `select 1 from pgboss.job where name = 'charge-backs' and state in ('created', 'retry', 'active')`,
    );
    assert.equal(waiting.length, 1);
    await world.runJob('charge-backs');
    assert.equal((await freezeOf(customerId))?.frozen, true);
    assert.equal((await bookedOf(customerId)).length, 1);
  });

  it('more than the wallet can bear: frozen, not booked, reported once; booked once the held money is back', async () => {
    const person = await withdrawer(world, 1_000);
    const moneyInId = await credit(person.customerId, 500);
    await world.runJob('incoming-wires');
    // 1 500 at the provider; 1 200 of it leave, so that 300 can be taken back of 500.
    expectStatus(await withdraw(world, person, { amount: 1_200 }), 201);
    const order = () =>
      world.sql<{ id: number }>(
        `select provider_payment_id::integer as id from payment where from_account_id = $1 and provider_payment_id is not null`,
        [person.customerId],
      );
    const [sent] = await world.until(async () => ((await order()).length > 0 ? order() : undefined), 'the pay-out');
    await world.sql(
      `select ledger_post(gen_random_uuid(), 'hold', 'WITHDRAWAL', now(), now(), array['INV:' || $1 || ':AVAILABLE', 'INV:' || $1 || ':HELD'], array[-100, 100]::bigint[])`,
      [person.customerId],
    );
    const { id, amountCents } = await raise(moneyInId);
    assert.equal(amountCents, 300);
    assert.deepEqual([(await freezeOf(person.customerId))?.frozen, await bookedOf(person.customerId)], [true, []]);
    await world.runJob('charge-backs');
    await seeChat(`Rejet bancaire ${id} : le prestataire a repris ${formatEuros(centsOf(300))}`, 1);
    const listed = { providerPayoutId: id, customerId: person.customerId, spvId: null, freeze: 'done' };
    await lists('open', { ...listed, booking: 'open', isShort: true, amountCents: null });
    assert.deepEqual(await waiting(), [person.customerId]);
    await world.control('POST', `/payouts/${sent?.id}/fail`);
    await world.runJob('wallet-transactions');
    await world.runJob('charge-backs');
    assert.deepEqual(await bookedOf(person.customerId), [{ status: 'CONFIRMED', cents: 300 }]);
    await lists('done', { ...listed, booking: 'done', isShort: false, amountCents: 300 });
    assert.deepEqual(await chargeBacks('open'), []);
    assert.deepEqual(await waiting(), []);
    await world.sql(
      `select ledger_post(gen_random_uuid(), 'release', 'WITHDRAWAL', now(), now(), array['INV:' || $1 || ':HELD', 'INV:' || $1 || ':AVAILABLE'], array[-100, 100]::bigint[])`,
      [person.customerId],
    );
  });

  it('after the account was closed: what is left in the wallet is booked, and the erasure is held by the freeze alone', async () => {
    const person = await withdrawer(world, 500);
    const { customerId } = person;
    const old = await credit(customerId, 500);
    await left(person);
    const late = await credit(customerId, 300);
    assert.deepEqual([(await raise(late)).amountCents, (await raise(old)).amountCents], [300, 0]);
    assert.deepEqual(await bookedOf(customerId), [{ status: 'CONFIRMED', cents: 300 }]);
    const admin = await signInAdministrator(world);
    const holds = async () => expectStatus(await admin.client.get<{ holds: string[] }>(erasureOf(customerId)), 200).body.holds;
    assert.deepEqual(await holds(), ['account-frozen']);
    const freed = { frozen: false, reason: 'looked at' };
    expectStatus(await admin.client.patch(`/administration/customers/${customerId}`, freed), 200);
    assert.deepEqual(await holds(), []);
  });

  it('during a withdrawal of the same money: in either order, the books end as the wallet does', async () => {
    for (let round = 1; round <= 4; round += 1) {
      const person = await withdrawer(world, 4_000);
      const moneyInId = await credit(person.customerId, 6_000);
      await world.runJob('incoming-wires');
      const tfa = await withdrawalCode(world, person);
      const [answer, { id, amountCents }] = await Promise.all([
        withdraw(world, person, { amount: 7_000, tfa }),
        raise(moneyInId),
      ]);
      assert.ok([201, 400, 403, 500].includes(answer.status), answer.text);
      const open = () =>
        world.sql<{ id: number | null }>(
          `select provider_payment_id::integer as id from payment where from_account_id = $1 and status in ('created', 'sent')`,
          [person.customerId],
        );
      await world.until(
        async () => (await open()).every(({ id: payout }) => payout !== null),
        'the provider to have the pay-out',
      );
      for (const { id: payout } of await open()) await world.control('POST', `/payouts/${payout}/complete`);
      await world.runJob('wallet-transactions');
      await world.runJob('charge-backs');
      assert.equal((await freezeOf(person.customerId))?.frozen, true);
      assert.deepEqual(await bookedOf(person.customerId), [{ status: 'CONFIRMED', cents: amountCents }]);
      const { balanceCents } = await world.control<{ balanceCents: number }>('GET', `/accounts/${person.customerId}`);
      const { AVAILABLE, HELD = 0 } = await walletOf(person.customerId);
      assert.deepEqual([AVAILABLE, HELD], [balanceCents, 0]);
      await seeChat(`Rejet bancaire ${id} sur le client`, 1);
    }
  });

  for (const [what, more] of [
    ['no ExtId', { ExtId: undefined }],
    ['no Comment', { Comment: undefined }],
    ['no IdTransaction', { IdTransaction: undefined }],
    ['an IdTransaction that is no number', { IdTransaction: 'x1' }],
    ['an IdTransaction of zero', { IdTransaction: '0' }],
    ['another category', { NotifCategory: '13' }],
  ] as const) {
    it(`${what}: empty -> 400`, async () => {
      const answer = await notify(world, 'charge-back', notice(randomUUID(), 1, more));
      assert.deepEqual([answer.status, answer.text], [400, '']);
      shows('webhook.provider.charge-back.400.payload');
    });
  }
});
