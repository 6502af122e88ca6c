// How a claim ends whose money no echeance asks for any more: the owner pays again what a bank took back. Through HTTP and the sandbox.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, type Spv, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { type ScheduledProperty, scheduledProperty, type Terms } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type Wire = { id: string; spvId: SpvId; amount: number; projectId: PropertyId | null };
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
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

/** A project of one echeance with a mandate; on the SPV of another one, if given. */
async function mandated(spv?: Spv): Promise<ScheduledProperty & { mandateId: number }> {
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  const holders = [{ investor: holder, bricks: 1 }];
  const own = await scheduledProperty(world, admin, { terms: TERMS, holders, ...(spv ? { spv } : {}) });
  const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id: mandateId } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, signed);
  const mode = { paymentMode: 'directDebit', providerMandateId: mandateId };
  expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
  return { ...own, mandateId };
}
const program = ({ propertyId, echeances }: ScheduledProperty) =>
  admin.client.put(`/administration/property/${propertyId}/payment-schedule/program-unscheduled-mensualite-payment`, {
    echeanceId: echeances[0]?.id,
  });
const debitsOf = ({ echeances }: ScheduledProperty) =>
  world.sql<{ id: string; debit: string; record: string }>(
    'select id, provider_debit_id as debit, received_payment_id as record from direct_debit where echeance_id = $1 order by second_of nulls first',
    [echeances[0]?.id],
  );
/** The bank pays the first debit of a project. */
async function settleFirst<Own extends ScheduledProperty>(own: Own): Promise<Own & Project> {
  const moneyInId = Number((await debitsOf(own))[0]?.debit);
  await world.control('POST', `/debits/${moneyInId}/settle`, {});
  await world.runJob(JOB);
  return { ...own, moneyInId, recordId: (await debitsOf(own))[0]?.record ?? '' };
}
/** A project whose interest was paid by a debit. */
async function collected(spv?: Spv): Promise<Project> {
  const own = await mandated(spv);
  expectStatus(await program(own), 200);
  return settleFirst(own);
}
/** The same after a silence in which the provider has got the debit twice: the second one is beyond recall there. */
async function collectedWithSecond(): Promise<Project & { second: number }> {
  const own = await mandated();
  await world.control('POST', '/faults', { route: 'POST /v2/moneyins/sdd/init', mode: 'timeout-after', times: 1 });
  expectCode(await program(own), 500, 'failed-at-provider');
  const { accountId, mandateId } = own;
  const again = await world.deps.payments.createDirectDebit({
    ...{ accountId, mandateId, amountCents: centsOf(INTEREST), comment: '', reference: (await debitsOf(own))[0]?.id ?? '' },
    collectionDate: Temporal.PlainDate.from('2026-02-05'),
  });
  assert.ok(again.ok);
  await world.control('POST', '/faults', { route: 'PUT /v2/moneyins/*/cancel', mode: 'error-in-200', times: 9 });
  await world.runJob(JOB);
  return { ...(await settleFirst(own)), second: again.value.debitId };
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
  it('the archived debit was given to the owner, then charged back: what the owner pays next, archived, fills it first -> 400 solde-de-tout-compte-claim-open', async () => {
    const own = await collected();
    await archiveDebit(own);
    await pay(own, 'mensualite', INTEREST);
    await finish(own);
    expectStatus(await handOver(own), 201);
    await chargeBack(own);
    assert.equal(await openClaim(own), INTEREST);
    assert.deepEqual((await read(own)).blocks.owner, ['solde-de-tout-compte-claim-open']);
    for (const refused of [await handOver(own), await admin.client.post(path(own, '/done'))])
      expectCode(refused, 400, 'solde-de-tout-compte-claim-open');
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

describe('a second debit that is collected once its project is settled', () => {
  it('waits with the SPV: the project gets none of it, a neighbour to which it is assigned does', async () => {
    const own = await collectedWithSecond();
    await finish(own);
    expectStatus(await admin.client.post(path(own, '/done')), 201);
    await world.control('POST', `/debits/${own.second}/settle`, {});
    await world.runJob(JOB);
    const waiting = async () =>
      expectStatus(await admin.client.get<Wire[]>(WIRES), 200).body.filter(({ spvId }) => spvId === own.spvId);
    const [record, ...more] = await waiting();
    assert.deepEqual([record?.projectId, record?.amount, more], [null, INTEREST, []]);
    assert.deepEqual([...new Set(Object.values((await read(own)).purses))], [0]);
    const wireToBeAssignedId = record?.id;
    const place = { paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
    expectCode(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place }), 400, 'echeance-not-found');
    const neighbour = await mandated(own);
    const theirs = { ...place, echeanceId: neighbour.echeances[0]?.id };
    expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...theirs }), 201);
    assert.deepEqual([await waiting(), (await read(own)).chargedBack.openCents], [[], 0]);
  });
  it('and is taken back by the bank while it waits: it leaves the SPV, and nothing is claimed', async () => {
    const own = await collectedWithSecond();
    await finish(own);
    expectStatus(await admin.client.post(path(own, '/done')), 201);
    await world.control('POST', `/debits/${own.second}/settle`, {});
    await world.runJob(JOB);
    await world.control('POST', '/chargebacks', { moneyInId: own.second });
    const { body } = expectStatus(await admin.client.get<Wire[]>(WIRES), 200);
    assert.deepEqual([body.filter(({ spvId }) => spvId === own.spvId), (await read(own)).chargedBack.openCents], [[], 0]);
  });
});
