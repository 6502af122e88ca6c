// A debit that was collected and then taken back by the payer's bank. Through the provider's notification, HTTP and the sandbox.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, type Spv, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { chatWritten } from '../../../../test/support/readers.ts';
import {
  readEcheances,
  type ScheduledPayment,
  type ScheduledProperty,
  scheduledProperty,
} from '../../../../test/support/scheduled-property.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type HistoryItem = { id: string; status: string; archiveComment?: string; echeance?: object };
type Wire = { id: string; spvId: SpvId; projectId: PropertyId | null };

const JOB = 'echeancier-bank-debit-status-update';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const HISTORY = '/administration/property/payment-schedule/payment-to-be-assigned/history';
const FEES = '/administration/property/payment-schedule/management-fees/transfer-one';
const PURSES = ['UNASSIGNED', 'COUPON', 'FEES', 'CAPITAL', 'SURPLUS', 'MAIN'];
/** Echeance 1 of G-1. */
const [DUE, INTEREST, FEE] = [89_167, 79_167, 10_000];

let world: World;
let admin: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

/** G-1 whose first echeance was paid by a debit. */
async function collected(options: { spv?: Spv; mainCents?: number } = {}): Promise<ScheduledProperty & { moneyInId: number }> {
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  const own = await scheduledProperty(world, admin, { holders: [{ investor: holder, bricks: 3 }], ...options });
  const moneyInId = await debit(own);
  await world.control('POST', `/debits/${moneyInId}/settle`, {});
  await world.runJob(JOB);
  await world.moveClock({ now: '2026-02-11T07:00:00Z' });
  return { ...own, moneyInId };
}
async function debit(own: ScheduledProperty): Promise<number> {
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, {
    iban: 'FR7630006000011234567890189',
    holder: 'Promoteur SAS',
    status: 6,
  });
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
  const path = `/administration/property/${own.propertyId}/payment-schedule/program-unscheduled-mensualite-payment`;
  expectStatus(await admin.client.put(path, { echeanceId: own.echeances[0]?.id }), 200);
  return (await scheduled(own))?.providerDebitId ?? 0;
}
const chargeBack = (moneyInId: number) => world.control('POST', '/chargebacks', { moneyInId });
async function scheduled(own: ScheduledProperty): Promise<ScheduledPayment> {
  const echeances = await readEcheances(admin, own.propertyId);
  return echeances[0]?.scheduledPayment ?? null;
}
const first = async (own: ScheduledProperty) => (await readEcheances(admin, own.propertyId))[0];
async function pursesOf(own: ScheduledProperty): Promise<Record<string, number>> {
  const rows = await world.sql<{ purse: string; cents: number }>(
    `select split_part(name, ':', 3) as purse, balance_cents::integer as cents from ledger_account where name = any ($1) and balance_cents > 0`,
    [PURSES.map((name) => `PRO:${own.propertyId}:${name}`)],
  );
  return Object.fromEntries(rows.map(({ purse, cents }) => [purse, cents]));
}
const shownClaim = async (own: ScheduledProperty) => (await first(own))?.chargeBackClaim;
const claimOf = async (own: ScheduledProperty) =>
  (
    await world.sql<{ amount: number; returned: number }>(
      'select amount_cents::integer as amount, returned_cents::integer as returned from charge_back_claim where property_id = $1',
      [own.propertyId],
    )
  ).map(({ amount, returned }) => [amount, returned]);
const told = async (own: ScheduledProperty, text: string) => (await chatWritten(world, [own.propertyId, text])).length;
/** Coupons are paid once a month: each time it is the next one. */
let month = Temporal.PlainYearMonth.from('2026-01');
async function payCoupons(): Promise<void> {
  month = month.add({ months: 1 });
  await world.moveClock({ now: `${month}-11T07:00:00Z` });
  await world.runJob('coupon-payout');
  await world.runJob('wallet-transactions');
}
async function payByWire(own: ScheduledProperty, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<Wire[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ spvId }) => spvId === own.spvId)?.id;
  const place = { paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place }), 201);
}
const record = async (own: ScheduledProperty) =>
  (
    await world.sql<{ id: string }>(`select id from received_payment where property_id = $1 and source = 'directDebit'`, [
      own.propertyId,
    ])
  )[0]?.id ?? '';

describe('a direct debit charged back on an SPV', () => {
  it('nothing was paid out: its payment is off the echeance, all of it leaves the books, no coupon is paid', async () => {
    const own = await collected();
    assert.deepEqual(await pursesOf(own), { COUPON: INTEREST, FEES: FEE });
    await chargeBack(own.moneyInId);
    const echeance = await first(own);
    assert.deepEqual([echeance?.status, echeance?.remainingToBePaid, await pursesOf(own)], ['unpaid', DUE, {}]);
    assert.equal((await scheduled(own))?.status, 'failed');
    assert.deepEqual(await claimOf(own), [[DUE, DUE]]);
    await payCoupons();
    assert.equal((await world.sql('select id from payout_run where property_id = $1', [own.propertyId])).length, 0);
    assert.equal(await told(own, 'rejeté après encaissement'), 1);
    const history = expectStatus(await admin.client.get<{ paymentToBeAssigned: HistoryItem[] }>(HISTORY), 200).body;
    const mine = history.paymentToBeAssigned.find(({ archiveComment }) => archiveComment?.includes(String(own.moneyInId)));
    assert.deepEqual([mine?.status, mine?.echeance], ['archivedNotAssigned', undefined]);
    assert.match(mine?.archiveComment ?? '', /rejeté/);
  });
  it('notified twice, and by the job: once', async () => {
    const own = await collected();
    await chargeBack(own.moneyInId);
    const [notice] = await world.sql<{ id: string }>(
      'select provider_payout_id as id from charge_back order by first_seen_at desc limit 1',
    );
    const again = { NotifCategory: '14', ExtId: own.accountId, IntId: '7', IdTransaction: String(notice?.id), Comment: 'again' };
    const path = '/customers/provider/webhook/charge-back?apiKey=sandbox-webhook-key';
    expectStatus(await world.visitor().post(path, { ...again, NotifDate: '2026-02-11T10:00:00', Amount: '1', Status: '0' }), 200);
    await world.runJob('charge-backs');
    assert.deepEqual([await claimOf(own), await pursesOf(own)], [[[DUE, DUE]], {}]);
    const open = await world.sql(`select from charge_back where booking_state = 'open'`);
    assert.equal(open.length, 0);
  });
  it('the coupon was paid: only the fee is still there; a sibling loses nothing; the rest is a claim, which the owner’s next payment fills', async () => {
    const own = await collected();
    const sibling = await collected({ spv: own });
    await payCoupons();
    await chargeBack(own.moneyInId);
    assert.deepEqual([await pursesOf(own), await claimOf(own)], [{}, [[DUE, FEE]]]);
    assert.deepEqual(await pursesOf(sibling), { FEES: FEE });
    assert.deepEqual([(await first(own))?.remainingToBePaid, await told(own, 'créance')], [DUE, 1]);
    assert.equal(await shownClaim(own), INTEREST);
    // Paid again: what the holders got before is not paid twice.
    await payByWire(own, DUE);
    assert.deepEqual(
      [(await first(own))?.status, await pursesOf(own), await shownClaim(own)],
      ['paid', { FEES: FEE }, undefined],
    );
    await payCoupons();
    const runs = await world.sql('select id from payout_run where property_id = $1', [own.propertyId]);
    assert.equal(runs.length, 1);
  });
  it('coupon and fee were paid: all of it is a claim, and a part of it that is paid fills a part', async () => {
    const own = await collected();
    await payCoupons();
    expectStatus(await admin.client.post(FEES, { echeanceId: own.echeances[0]?.id }), 201);
    await chargeBack(own.moneyInId);
    assert.deepEqual([await pursesOf(own), await claimOf(own)], [{}, [[DUE, 0]]]);
    await payByWire(own, 50_000);
    assert.deepEqual([(await first(own))?.remainingToBePaid, await pursesOf(own)], [39_167, {}]);
    await payByWire(own, 40_000);
    assert.deepEqual([(await first(own))?.overpaid, await pursesOf(own)], [833, { SURPLUS: 833 }]);
  });
  it('it had repaid an advanced fee, which the project has spent since: a claim too, which is filled before the holders get any', async () => {
    const own = await (async () => {
      await world.moveClock({ now: '2026-02-02T10:00:00Z' });
      const project = await scheduledProperty(world, admin, {
        holders: [{ investor: holder, bricks: 4 }],
        mainCents: INTEREST + FEE,
      });
      expectStatus(await admin.client.post(FEES, { echeanceId: project.echeances[0]?.id }), 201);
      const moneyInId = await debit(project);
      await world.control('POST', `/debits/${moneyInId}/settle`, {});
      await world.runJob(JOB);
      return { ...project, moneyInId };
    })();
    assert.deepEqual(await pursesOf(own), { COUPON: INTEREST, MAIN: INTEREST + FEE });
    const path = `/administration/property/${own.propertyId}/funding/transfer-funds-to-project-owner`;
    expectStatus(await admin.client.post(path, { action: 'no-withdraw', amountToTransfer: INTEREST + 4_000 }), 201);
    await chargeBack(own.moneyInId);
    assert.deepEqual([await pursesOf(own), await claimOf(own)], [{}, [[DUE, DUE - 4_000]]]);
    await payByWire(own, 5_000);
    assert.deepEqual([await pursesOf(own), await shownClaim(own)], [{ COUPON: 1_000 }, undefined]);
    await payByWire(own, DUE - 5_000);
    assert.deepEqual([await pursesOf(own), await shownClaim(own)], [{ COUPON: INTEREST, MAIN: 6_000 }, undefined]);
  });
  it('its record was taken back, split, and is partly archived: from wherever its parts lie', async () => {
    const own = await collected();
    const id = await record(own);
    expectStatus(await admin.client.post(`${WIRES}/unassign`, { wireToBeAssignedId: id }), 201);
    const parts = expectStatus(
      await admin.client.post<Wire[]>(`${WIRES}/split`, { wireToBeAssignedId: id, newAmount: 30_000 }),
      201,
    ).body;
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: parts[1]?.id, comment: 'excédent' }), 201);
    assert.deepEqual(await pursesOf(own), { UNASSIGNED: 30_000, SURPLUS: 59_167 });
    await chargeBack(own.moneyInId);
    assert.deepEqual(await pursesOf(own), {});
    assert.deepEqual(
      (await claimOf(own)).toSorted(),
      [
        [30_000, 30_000],
        [59_167, 59_167],
      ].toSorted(),
    );
  });
  it('taken back before the job had booked it: booked, then off again', async () => {
    await world.moveClock({ now: '2026-01-20T10:00:00Z' });
    const own = await scheduledProperty(world, admin);
    const moneyInId = await debit(own);
    await world.control('POST', `/debits/${moneyInId}/settle`, {});
    await chargeBack(moneyInId);
    await world.runJob(JOB);
    await world.runJob('charge-backs');
    assert.deepEqual([(await first(own))?.status, await pursesOf(own), await claimOf(own)], ['unpaid', {}, [[DUE, DUE]]]);
  });
});
