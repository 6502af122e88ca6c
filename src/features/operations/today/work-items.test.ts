// What else waits on Today: each kind is brought about once, and leads to its record; today.test.ts has the others.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { onlyInTheBooks } from '../../../../test/support/money-states.ts';
import { buyerOfBricks, orderTransferFault } from '../../../../test/support/payers.ts';
import { PLANTED } from '../../../../test/support/planted-violations.ts';
import { earn, referredBy } from '../../../../test/support/referral-actors.ts';
import { readEcheances, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { migrateJobs } from '../../../core/jobs/migrate.ts';
import { jobs } from '../../../worker.ts';
import { verifyHistoryJob } from '../history/index.ts';
import { ledgerProofJob } from '../ledger-proof/index.ts';
import type { WaitingKind } from './rules.ts';
import type { Today } from './schemas.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const CODES = 'send-mfa-code';

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
});
after(() => world.close());

const read = async <T>(url: string) => expectStatus(await admin.client.get<T>(url), 200).body;
const waiting = async (kind: WaitingKind) =>
  (await read<Today>('/administration/today')).waiting.find((each) => each.kind === kind)?.items ?? [];
/** The one thing of a kind, once it is there. */
const one = async (kind: WaitingKind) => {
  const [first, ...others] = await world.until(async () => {
    const items = await waiting(kind);
    return items.length > 0 && items;
  }, kind);
  assert.deepEqual(others, []);
  return first ?? assert.fail(kind);
};
const gone = (kind: WaitingKind) => world.until(async () => (await waiting(kind)).length === 0, `${kind} to be gone`);

describe('what waits for investors', () => {
  it('tax-request: a request for another rate, until it is decided', async () => {
    const investor = await signUp(world);
    expectStatus(await investor.client.post('/customers/taxation', { year: 2026, fiscalResidence: 'abroad' }), 201);
    const asked = await one('tax-request');
    assert.equal(asked.customerId, investor.customerId);
    expectStatus(await admin.client.post(`/administration/tax-rate-requests/${asked.id}/validate`), 201);
    await gone('tax-request');
  });

  it('referral-invoice: rewards above the yearly cap', async () => {
    const referrer = await signUp(world);
    await earn(world, await referredBy(world, referrer, 0), 200_000, 60_000);
    const blocked = await one('referral-invoice');
    assert.deepEqual([blocked.id, blocked.amountCents], [referrer.customerId, 20_000]);
    await read(`/administration/customers/${blocked.id}`);
  });
});

describe('what waits in projects', () => {
  it('debit-rejected: until another one follows it', async () => {
    const own = await scheduledProperty(world, admin);
    const mandate = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
    const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, mandate);
    const mode = { paymentMode: 'directDebit', providerMandateId: id };
    expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
    const schedule = `/administration/property/${own.propertyId}/payment-schedule`;
    const echeanceId = own.echeances[0]?.id;
    expectStatus(await admin.client.put(`${schedule}/program-unscheduled-mensualite-payment`, { echeanceId }), 200);
    const [echeance] = await readEcheances(admin, own.propertyId);
    await world.control('POST', `/debits/${echeance?.scheduledPayment?.providerDebitId}/reject`, {});
    await world.runJob('echeancier-bank-debit-status-update');
    const rejected = await one('debit-rejected');
    assert.deepEqual(
      [rejected.propertyId, rejected.period, rejected.amountCents],
      [own.propertyId, echeance?.period, echeance?.scheduledPayment?.amount],
    );
    await world.moveClock({ advance: 'PT1H' });
    expectStatus(await admin.client.put(`${schedule}/program-unscheduled-mensualite-payment`, { echeanceId }), 200);
    await gone('debit-rejected');
  });

  it('payout-refused: a coupon whose holder is blocked at the provider', async () => {
    await world.moveClock({ now: '2026-03-09T10:00:00Z' });
    const investor = await verifiedInvestor(world);
    const own = await scheduledProperty(world, admin, { holders: [{ investor, bricks: 1 }] });
    await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: 10_000 });
    await world.runJob('incoming-wires');
    const wires = await read<{ id: string; spvId: string }[]>(WIRES);
    const wireToBeAssignedId = wires.find(({ spvId }) => spvId === own.spvId)?.id;
    const place = { paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
    expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place }), 201);
    await world.control('PUT', `/accounts/${investor.customerId}/blocked`, { blocked: true });
    await world.moveClock({ now: '2026-03-10T06:00:00Z' });
    await world.runJob('coupon-payout');
    await world.runJob('wallet-transactions');
    const refused = await one('payout-refused');
    assert.deepEqual([refused.propertyId, refused.customerId, refused.period], [own.propertyId, investor.customerId, '2026-03']);
    const month = await read<object>(`/administration/payouts/${refused.period}`);
    assert.ok(JSON.stringify(month).includes(own.propertyId));
  });

  it('funding-ending in its last days, funding-overdue after them', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    const isTold = async (kind: WaitingKind) => (await waiting(kind)).some(({ id }) => id === propertyId);
    assert.equal(await isTold('funding-ending'), false);
    await world.moveClock({ advance: 'PT1300H' });
    assert.equal(await isTold('funding-ending'), true);
    await world.moveClock({ advance: 'PT200H' });
    assert.deepEqual([await isTold('funding-ending'), await isTold('funding-overdue')], [false, true]);
    await read(`/administration/property/${propertyId}/funding`);
  });
});

describe('what waits in the machinery', () => {
  it('payment-without-outcome: none from the provider for a day', async () => {
    const { customerId, ask } = await buyerOfBricks(world);
    await orderTransferFault(world, 'pending');
    expectStatus(await ask(), 201);
    const payments = async () =>
      (await read<{ items: { id: string; status: string }[] }>(`/administration/payments?customerId=${customerId}`)).items;
    await world.until(async () => (await payments()).some(({ status }) => status === 'sent'), 'the call');
    assert.deepEqual(await waiting('payment-without-outcome'), []);
    await world.moveClock({ advance: 'PT25H' });
    const open = await one('payment-without-outcome');
    assert.deepEqual(
      (await payments()).map(({ id }) => id),
      [open.id],
    );
    await read(`/administration/payments/${open.id}`);
  });

  it('job-failed: until it is run again', async () => {
    // Twelve retries take an hour: here the mail of a code fails for good at once.
    const codes = jobs.filter(({ name }) => name === CODES).map((job) => ({ ...job, retryLimit: 0 }));
    await migrateJobs(world.environment.DATABASE_URL ?? '', codes);
    const { client } = await verifiedInvestor(world);
    await world.control('POST', '/faults', { route: 'SMTP /smtp', mode: 'http-500', times: 1 });
    expectStatus(await client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
    const failed = await one('job-failed');
    assert.equal(failed.about, CODES);
    expectStatus(await admin.client.post(`/administration/jobs/${failed.id}/retry`), 201);
    await gone('job-failed');
  });

  it('reconciliation-difference and proof-red: money in the books that the provider has not', async () => {
    const { customerId } = await verifiedInvestor(world);
    await onlyInTheBooks(world, customerId, 700);
    await world.runJob('provider-reconciliation');
    // Some of the projects lend out a cent that the sandbox keeps: that is another difference.
    const difference = (await waiting('reconciliation-difference')).find((each) => each.customerId === customerId);
    assert.deepEqual([difference?.about, difference?.amountCents], ['Camille Durand', 700]);
    await inTransaction(world.deps.db, (tx) => world.deps.jobs.enqueue(tx, ledgerProofJob, {}));
    assert.equal((await one('proof-red')).about, 'ledger-proof');
  });

  it('payment-incident: until somebody says what was done', async () => {
    const movedTwice = PLANTED.find(({ invariant }) => invariant === 'payments-move-once') ?? assert.fail('no such damage');
    await world.sql(movedTwice.plant);
    const incident = await one('payment-incident');
    const [payment] = await world.sql<{ purpose: string }>('select purpose from payment order by id limit 1');
    assert.equal(incident.about, payment?.purpose);
    const resolution = { comment: 'Mouvement inverse 4711 reçu' };
    expectStatus(await admin.client.post(`/administration/payment-incidents/${incident.id}/resolve`, resolution), 201);
    await gone('payment-incident');
  });

  it('history-red: a sealed day whose copy is gone', async () => {
    await world.moveClock({ advance: 'P2D' });
    const { last } = await world.runJob<{ last: { day: string } | null }>('seal-history');
    const day = last?.day ?? assert.fail('nothing was sealed');
    await world.until(() => world.deps.storage.get(`private/history/${day}.txt`), 'the copy');
    await world.deps.storage.delete(`private/history/${day}.txt`);
    await inTransaction(world.deps.db, (tx) => world.deps.jobs.enqueue(tx, verifyHistoryJob, {}));
    assert.equal((await one('history-red')).about, 'verify-history');
  });
});
