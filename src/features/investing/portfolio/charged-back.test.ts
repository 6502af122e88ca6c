// Capital that the holders have had stays theirs: that the owner's bank took it back makes nothing late for them.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { payByWire } from '../../../../test/support/lent-project.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { InvestmentDetail } from './schemas.ts';

const DEBITS = 'echeancier-bank-debit-status-update';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const INTEREST_CENTS = 100;
const CAPITAL_CENTS = 10_000;

let world: World;
let admin: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
});
after(() => world.close());

/** A month of 12 % on 100 EUR, whose capital the owner has paid by a debit and by a wire. */
async function repaid() {
  const terms = {
    ...{ totalFundedAmount: CAPITAL_CENTS, initialCapitalLoaned: { date: '2026-01-01', amount: CAPITAL_CENTS } },
    ...{ durationInMonths: 1, annualInterestPercentage: 12, managementFeesPercentage: 0, interestSequestre: 0 },
  };
  const own = await scheduledProperty(world, admin, { terms, holders: [{ investor: holder, bricks: 1 }] });
  const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id: providerMandateId } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, signed);
  const property = `/administration/property/${own.propertyId}`;
  const mode = { paymentMode: 'directDebit', providerMandateId };
  expectStatus(await admin.client.put(`${property}/echeancier/payment-mode`, mode), 200);
  const echeanceId = own.echeances[0]?.id;
  const asked = { echeanceId };
  expectStatus(await admin.client.put(`${property}/payment-schedule/program-unscheduled-mensualite-payment`, asked), 200);
  const debits = () =>
    world.sql<{ debit: string; record: string }>(
      'select provider_debit_id as debit, received_payment_id as record from direct_debit where echeance_id = $1',
      [echeanceId],
    );
  const moneyInId = Number((await debits())[0]?.debit);
  await world.control('POST', `/debits/${moneyInId}/settle`, {});
  await world.runJob(DEBITS);
  const wireToBeAssignedId = (await debits())[0]?.record;
  expectStatus(await admin.client.post(`${WIRES}/unassign`, { wireToBeAssignedId }), 201);
  const place = { paymentFor: 'capitalRepayment', echeanceId, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place }), 201);
  await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 0, cents: CAPITAL_CENTS - INTEREST_CENTS });
  await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: INTEREST_CENTS });
  return { ...own, moneyInId };
}

it('is neither late nor still to come, and has no story', async () => {
  const own = await repaid();
  await world.moveClock({ now: '2026-02-11T10:00:00Z' });
  for (const job of ['coupon-payout', 'capital-payout', 'wallet-transactions']) await world.runJob(job);
  const read = async () =>
    expectStatus(await holder.client.get<InvestmentDetail>(`/customers/investments/${own.propertyId}`), 200).body;
  const before = await read();
  assert.deepEqual(before.payments.map(({ kind, state }) => [kind, state]).toSorted(), [
    ['capital', 'paid'],
    ['coupon', 'paid'],
  ]);
  assert.deepEqual([before.investment.capitalCents, before.investment.lateCents], [CAPITAL_CENTS, 0]);
  await world.control('POST', '/chargebacks', { moneyInId: own.moneyInId });
  const claim = await world.sql('select from charge_back_claim where echeance_id = $1', [own.echeances[0]?.id]);
  assert.equal(claim.length, 1);
  assert.deepEqual({ ...(await read()), asOf: before.asOf }, before);
});
