// How a claim ends whose money no echeance asks for any more: the owner pays again what a bank took back. Through HTTP and the sandbox.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, type Spv, signInAdministrator, verifiedInvestor } from '../../../test/support/actors.ts';
import { type ScheduledProperty, scheduledProperty, type Terms } from '../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../test/support/world.ts';

type Wire = { id: string; spvId: string; amount: number; projectId: string | null };
type Settlement = { chargedBack: { openCents: number }; purses: Record<string, number>; blocks: { owner: string[] } };
type Project = ScheduledProperty & { moneyInId: number; recordId: string };

const JOB = 'echeancier-bank-debit-status-update';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
/** One month of 12 % on 100 EUR. */
const TERMS: Terms = {
  totalFundedAmount: 10_000,
  initialCapitalLoaned: { date: '2026-01-01', amount: 10_000 },
  durationInMonths: 1,
  annualInterestPercentage: 12,
  managementFeesPercentage: 0,
  interestSequestre: 0,
};
const [INTEREST, CAPITAL] = [100, 10_000];

let world: World;
let admin: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
});
after(() => world.close());
afterEach(() => proveLedger(admin));

/** A project whose interest was paid by a debit; on the SPV of another one, if told. */
async function collected(spv?: Spv): Promise<Project> {
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  const holders = [{ investor: holder, bricks: 1 }];
  const own = await scheduledProperty(world, admin, { terms: TERMS, holders, ...(spv ? { spv } : {}) });
  const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, signed);
  const base = `/administration/property/${own.propertyId}`;
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`${base}/echeancier/payment-mode`, mode), 200);
  const echeanceId = own.echeances[0]?.id;
  expectStatus(await admin.client.put(`${base}/payment-schedule/program-unscheduled-mensualite-payment`, { echeanceId }), 200);
  const debits = () =>
    world.sql<{ debit: string; record: string }>(
      'select provider_debit_id as debit, payment_id as record from direct_debit where echeance_id = $1',
      [echeanceId],
    );
  const moneyInId = Number((await debits())[0]?.debit);
  await world.control('POST', `/debits/${moneyInId}/settle`, {});
  await world.runJob(JOB);
  return { ...own, moneyInId, recordId: (await debits())[0]?.record ?? '' };
}
/** The money of the debit was for no echeance after all: it is the project's surplus. */
async function archiveDebit({ recordId }: Project): Promise<void> {
  expectStatus(await admin.client.post(`${WIRES}/unassign`, { wireToBeAssignedId: recordId }), 201);
  expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: recordId, comment: 'pour le porteur' }), 201);
}
/** A wire to the project's SPV; its record. */
async function wire({ accountId, spvId }: Project, amountCents: number): Promise<Wire> {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<Wire[]>(WIRES), 200);
  const found = body.find((waiting) => waiting.spvId === spvId && waiting.amount === amountCents);
  assert.ok(found);
  return found;
}
async function pay(own: Project, paymentFor: string, amountCents: number): Promise<void> {
  const { id: wireToBeAssignedId } = await wire(own, amountCents);
  const place = { paymentFor, echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place }), 201);
}
const archive = ({ id: wireToBeAssignedId }: Wire, more: object = {}) =>
  admin.client.post<Wire>(`${WIRES}/archive`, { wireToBeAssignedId, comment: 'rejet de prélèvement', ...more });
/** Coupons are paid once a month: each time it is the next one. */
let month = Temporal.PlainYearMonth.from('2026-01');
/** Everything is paid out to the holders. */
async function finish(own: Project): Promise<void> {
  month = month.add({ months: 1 });
  await world.moveClock({ now: `${month}-11T10:00:00Z` });
  await pay(own, 'capitalRepayment', CAPITAL);
  for (const job of ['coupon-payout', 'capital-payout', 'wallet-transactions', 'capital-payout']) await world.runJob(job);
}
const path = ({ propertyId }: Project, verb = '') => `/administration/property/${propertyId}/solde-de-tout-compte${verb}`;
const read = async (own: Project) => expectStatus(await admin.client.get<Settlement>(path(own)), 200).body;
const handOver = (own: Project) => admin.client.post(path(own, '/owner'), { action: 'handed-over', comment: 'chèque' });
const openClaim = async (own: Project) => (await read(own)).chargedBack.openCents;
const chargeBack = ({ moneyInId }: Project) => world.control('POST', '/chargebacks', { moneyInId });

describe('a claim that no echeance stands for', () => {
  it('the archived debit was given to the owner, then charged back: what the owner pays next, archived, fills it first', async () => {
    const own = await collected();
    await archiveDebit(own);
    await pay(own, 'mensualite', INTEREST);
    await finish(own);
    expectStatus(await handOver(own), 201);
    await chargeBack(own);
    assert.equal(await openClaim(own), INTEREST);
    assert.deepEqual((await read(own)).blocks.owner, ['solde-de-tout-compte-claim-open']);
    expectStatus(await archive(await wire(own, 60)), 201);
    assert.deepEqual([await openClaim(own), (await read(own)).purses.surplusCents], [40, 0]);
    expectStatus(await archive(await wire(own, 55)), 201);
    assert.deepEqual([await openClaim(own), (await read(own)).purses.surplusCents], [0, 15]);
    const audits = await world.sql<{ filled: number }>(
      `select (payload ->> 'claimFilledCents')::integer as filled from admin_action
       where kind = 'PROPERTY_PAYMENT_SCHEDULE_ARCHIVE_WIRE' and payload ->> 'propertyId' = $1 order by created_at`,
      [own.propertyId],
    );
    assert.deepEqual(audits, [{ filled: 60 }, { filled: 40 }]);
    expectStatus(await handOver(own), 201);
    expectStatus(await admin.client.post(path(own, '/done')), 201);
  });
  it('two wires archived at once: together they fill it once', async () => {
    const own = await collected();
    await archiveDebit(own);
    await pay(own, 'mensualite', INTEREST);
    await finish(own);
    expectStatus(await handOver(own), 201);
    await chargeBack(own);
    const wires = [await wire(own, 70), await wire(own, 71)];
    for (const answer of await Promise.all(wires.map((one) => archive(one)))) expectStatus(answer, 201);
    assert.deepEqual([await openClaim(own), (await read(own)).purses.surplusCents], [0, 41]);
  });
});

describe('a claim on a settled project', () => {
  it('is not filled by a wire that a neighbour of its SPV waits for -> 400 wire-fills-no-claim', async () => {
    const own = await collected();
    const neighbour = await collected(own);
    await finish(own);
    expectStatus(await admin.client.post(path(own, '/done')), 201);
    await chargeBack(own);
    assert.equal(await openClaim(own), INTEREST);
    // The neighbour's: no wire of the SPV is for a settled project.
    const theirs = await wire(own, 130);
    assert.equal(theirs.projectId, neighbour.propertyId);
    expectCode(await archive(theirs, { claimOfProjectId: own.propertyId }), 400, 'wire-fills-no-claim');
    assert.equal((await read(neighbour)).purses.unassignedCents, 130);
    assert.equal(await openClaim(own), INTEREST);
  });
  it('is filled, whole, by a wire of its SPV; more than is claimed, another SPV’s, claimed no more -> 400 wire-fills-no-claim', async () => {
    const own = await collected();
    await finish(own);
    expectStatus(await admin.client.post(path(own, '/done')), 201);
    await chargeBack(own);
    const named = { claimOfProjectId: own.propertyId };
    const whole = await wire(own, 130);
    assert.equal(whole.projectId, null);
    expectCode(await archive(whole, named), 400, 'wire-fills-no-claim');
    const stranger = await collected();
    expectCode(await archive(await wire(stranger, 100), named), 400, 'wire-fills-no-claim');
    const [part, rest] = expectStatus(
      await admin.client.post<[Wire, Wire]>(`${WIRES}/split`, { wireToBeAssignedId: whole.id, newAmount: INTEREST }),
      201,
    ).body;
    assert.equal(expectStatus(await archive(part, named), 201).body.projectId, own.propertyId);
    assert.equal(await openClaim(own), 0);
    expectCode(await archive(rest, named), 400, 'wire-fills-no-claim');
    expectStatus(await archive(rest), 201);
  });
});
