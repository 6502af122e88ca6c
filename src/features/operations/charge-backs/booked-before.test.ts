// A charge-back whose pay-out an administrator has booked as an unknown movement, and the other way round: one of both is in the books.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { type Notified, notify, silently } from '../../../../test/support/notifications.ts';
import { chatWritten, ledgerCents, purseCents } from '../../../../test/support/readers.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { foundByNight } from '../../../../test/support/unknown-movements.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const HOOK = 'charge-back';
const MAIN_CENTS = 500_000;
/** What the first echeance asks for. */
const DUE = 89_167;

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
  await world.control('DELETE', '/faults');
  world.sandbox.setMortarUrl(world.url);
});

type Raised = Notified & { id: number; amountCents: number };
async function raiseSilently(moneyInId: number): Promise<Raised> {
  let raised: Raised | undefined;
  await silently(world, async () => {
    raised = await world.control<Raised>('POST', '/chargebacks', { moneyInId });
  });
  return raised ?? assert.fail('not raised');
}
const deliver = (extId: string, payoutId: number) =>
  notify(world, HOOK, {
    NotifCategory: '14',
    NotifDate: '2026-02-11T10:00:00',
    ExtId: extId,
    IntId: '7',
    IdTransaction: String(payoutId),
    Amount: '10.00',
    Status: '0',
    Comment: 'contested',
  });
const book = (id: string, body: object = {}) =>
  admin.client.post(`/administration/reconciliation/movements/${id}/book`, { reason: 'Rejet', ...body });
const takeBack = (id: string) =>
  admin.client.post(`/administration/reconciliation/movements/${id}/take-back`, { comment: 'Autre projet' });
const bookingOf = async (payoutId: number) => {
  const { body } = expectStatus(
    await admin.client.get<{ items: { providerPayoutId: number; booking: string }[] }>('/administration/charge-backs'),
    200,
  );
  return body.items.find(({ providerPayoutId }) => providerPayoutId === payoutId)?.booking;
};
const alerts = async (payoutId: number) => (await chatWritten(world, [`Rejet bancaire ${payoutId} : un administrateur`])).length;
const proof = async () => {
  const { body } = expectStatus(
    await admin.client.get<{ invariants: { name: string; ok: boolean }[] }>('/administration/ledger/proof'),
    200,
  );
  return body.invariants.filter(({ ok }) => !ok);
};

/** A project with money of its own, whose first echeance a debit has paid. */
async function collected(): Promise<ScheduledProperty & { moneyInId: number }> {
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  const own = await scheduledProperty(world, admin, { holders: [{ investor: holder, bricks: 3 }], mainCents: MAIN_CENTS });
  const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, signed);
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
  const path = `/administration/property/${own.propertyId}/payment-schedule/program-unscheduled-mensualite-payment`;
  expectStatus(await admin.client.put(path, { echeanceId: own.echeances[0]?.id }), 200);
  const moneyInId = (await readEcheances(admin, own.propertyId))[0]?.scheduledPayment?.providerDebitId ?? 0;
  await world.control('POST', `/debits/${moneyInId}/settle`, {});
  await world.runJob('echeancier-bank-debit-status-update');
  await world.moveClock({ now: '2026-02-11T07:00:00Z' });
  return { ...own, moneyInId };
}
const totalOf = async (own: ScheduledProperty) => {
  let cents = 0;
  for (const purse of ['MAIN', 'SURPLUS', 'COUPON', 'FEES', 'CAPITAL', 'UNASSIGNED'] as const)
    cents += await purseCents(world, own, purse);
  return cents;
};

describe('a charge-back and an unknown movement that are the same pay-out', () => {
  it('an SPV, first not read, booked by an administrator, then delivered again: taken off the books once', async () => {
    const own = await collected();
    const had = await totalOf(own);
    const { id, amountCents } = await raiseSilently(own.moneyInId);
    assert.equal(amountCents, DUE);
    await world.control('POST', '/faults', { route: 'GET /v2/moneyouts', mode: 'http-500', times: 9 });
    expectStatus(await deliver(own.accountId, id), 400);
    await world.control('DELETE', '/faults');
    const movement = await foundByNight(world, admin, own.accountId, amountCents);
    expectStatus(await book(movement.id, { from: { propertyId: own.propertyId, purse: 'MAIN' } }), 201);
    assert.equal(await totalOf(own), had - amountCents);

    expectStatus(await deliver(own.accountId, id), 200);
    await world.runJob('charge-backs');
    assert.deepEqual([await totalOf(own), await bookingOf(id), await alerts(id)], [had - amountCents, 'none', 1]);
    assert.deepEqual(await proof(), []);
  });

  it('the other way round: a movement whose charge-back was followed meanwhile -> 400 movement-not-open', async () => {
    const own = await collected();
    const had = await totalOf(own);
    const { id, amountCents } = await raiseSilently(own.moneyInId);
    const movement = await foundByNight(world, admin, own.accountId, amountCents);
    expectStatus(await deliver(own.accountId, id), 200);
    assert.equal(await bookingOf(id), 'done');
    const from = { propertyId: own.propertyId, purse: 'MAIN' };
    expectCode(await book(movement.id, { from }), 400, 'movement-not-open');
    assert.deepEqual([await totalOf(own), await proof()], [had - amountCents, []]);
  });

  it('both at once, three times: one of them', async () => {
    for (let round = 0; round < 3; round += 1) {
      const own = await collected();
      const had = await totalOf(own);
      const { id, amountCents } = await raiseSilently(own.moneyInId);
      const movement = await foundByNight(world, admin, own.accountId, amountCents);
      const from = { propertyId: own.propertyId, purse: 'MAIN' };
      await Promise.all([book(movement.id, { from }), deliver(own.accountId, id)]);
      await world.runJob('charge-backs');
      assert.deepEqual([await totalOf(own), await proof()], [had - amountCents, []]);
    }
  });

  it('an investor whose notification is late: frozen, booked once, and the booking can still be taken back and made again', async () => {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 5_000 });
    const credit = await world.control<{ id: number }>('POST', `/accounts/${customerId}/credit`, { amountCents: 3_000 });
    await world.runJob('incoming-wires');
    const { id, amountCents } = await raiseSilently(credit.id);
    const movement = await foundByNight(world, admin, customerId, amountCents);
    const available = () => ledgerCents(world, `INV:${customerId}:AVAILABLE`);
    expectStatus(await book(movement.id), 201);
    assert.equal(await available(), 5_000);

    expectStatus(await deliver(customerId, id), 200);
    await world.runJob('charge-backs');
    assert.deepEqual([await available(), await bookingOf(id), await alerts(id)], [5_000, 'none', 1]);
    expectStatus(await takeBack(movement.id), 201);
    assert.equal(await available(), 8_000);
    expectStatus(await book(movement.id), 201);
    assert.deepEqual([await available(), await proof()], [5_000, []]);
  });
});
