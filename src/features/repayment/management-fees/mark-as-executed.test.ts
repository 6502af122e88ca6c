// Management fees marked as executed: paid outside the platform, or by a transfer made by hand at the provider.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

const FEES = '/administration/property/payment-schedule/management-fees';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const PURSES = ['FEES', 'MAIN', 'COUPON', 'SURPLUS', 'HELD'] as const;
const INVALID = 'management-fees-provider-payment-invalid';

let world: World;
let admin: Person;
/** Both on one SPV; fees of 10 000 or 10 001 cents an echeance (G-1). */
let own: ScheduledProperty;
let sibling: ScheduledProperty;
let beyond: number[];

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-02T10:00:00Z' });
});
beforeEach(async () => {
  own = await scheduledProperty(world, admin, { mainCents: 20_000 });
  sibling = await scheduledProperty(world, admin, { mainCents: 100_000, spv: own });
  beyond = beyondBooks(await prove());
});
after(() => world.close());

type Difference = { accountId: string; ledgerCents: number; providerCents: number };

const prove = () =>
  world.runJob<{ ok: boolean; invariants: { ok: boolean }[]; providerDifferences: Difference[] }>('ledger-proof', {
    dryRun: true,
  });
/** What the wallet has at the provider beyond our books: cents that the owners got elsewhere before the test begins. */
const beyondBooks = ({ providerDifferences }: { providerDifferences: Difference[] }) =>
  providerDifferences
    .filter(({ accountId }) => accountId === own.accountId)
    .map(({ ledgerCents, providerCents }) => providerCents - ledgerCents);

/** Nothing is missing at the provider, nothing lies there unknown, and the sibling has what it had. */
async function assertProved(): Promise<void> {
  const proof = await prove();
  assert.ok(proof.ok, JSON.stringify([proof.invariants.filter(({ ok }) => !ok), proof.providerDifferences]));
  assert.deepEqual(beyondBooks(proof), beyond);
  assert.deepEqual(await purses(sibling), [0, 100_000, 0, 0, 0]);
}

const first = () => own.echeances[0]?.id;
const mark = (providerPaymentId?: number, project = own) =>
  admin.client.post(`${FEES}/mark-as-executed`, {
    ...{ propertyId: project.propertyId, paymentId: project.echeances[0]?.id, comment: 'virement à la main' },
    ...(providerPaymentId === undefined ? {} : { providerPaymentId }),
  });
const account = (name: string) => ledgerCents(world, name);
/** FEES, MAIN, COUPON, SURPLUS, HELD. */
async function purses({ propertyId }: ScheduledProperty): Promise<number[]> {
  const cents: number[] = [];
  for (const purse of PURSES) cents.push(await account(`PRO:${propertyId}:${purse}`));
  return cents;
}
const shown = async () => (await readEcheances(admin, own.propertyId))[0];
const surplusAtSettlement = async () => {
  const url = `/administration/property/${own.propertyId}/solde-de-tout-compte`;
  return expectStatus(await admin.client.get<{ held: { surplusCents: number } }>(url), 200).body.held.surplusCents;
};

async function pay(amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId; projectId: PropertyId | null }[]>(WIRES), 200);
  const wire = body.find(({ spvId }) => spvId === own.spvId);
  if (wire?.projectId !== null && wire?.projectId !== own.propertyId)
    expectStatus(
      await admin.client.post(`${WIRES}/switch-project`, { wireToBeAssignedId: wire?.id, newProjectId: own.propertyId }),
      201,
    );
  const assignment = { wireToBeAssignedId: wire?.id, paymentFor: 'mensualite', echeanceId: first(), isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}

/** A transfer that somebody made at the provider, unknown to our books; its number there. */
async function transferAtProvider(changes: { fromAccountId?: string; toAccountId?: string; amountCents?: Cents } = {}) {
  const made = await world.deps.payments.transfer({
    fromAccountId: own.accountId,
    toAccountId: world.deps.config.PLATFORM_MAIN_ACCOUNT_ID,
    amountCents: centsOf(10_000),
    comment: 'frais de gestion',
    reference: randomUUID(),
    ...changes,
  });
  assert.ok(made.ok);
  return made.value.paymentId;
}

describe('paid outside the platform', () => {
  afterEach(assertProved);
  it('the owner is not asked for it: due, remaining, status', async () => {
    assert.deepEqual([(await shown())?.amountDue, (await shown())?.remainingToBePaid], [89_167, 89_167]);
    expectStatus(await mark(), 201);
    const echeance = await shown();
    assert.deepEqual([echeance?.amountDue, echeance?.remainingToBePaid, echeance?.status], [79_167, 79_167, 'unpaid']);
    await pay(79_167);
    assert.deepEqual([(await shown())?.remainingToBePaid, (await shown())?.status], [0, 'paid']);
    assert.deepEqual(await purses(own), [0, 20_000, 79_167, 0, 0]);
  });
  it("what came in for it before is the project's surplus, and the settlement shows it", async () => {
    await pay(85_167);
    assert.deepEqual(await purses(own), [6_000, 20_000, 79_167, 0, 0]);
    expectStatus(await mark(), 201);
    assert.deepEqual(await purses(own), [0, 20_000, 79_167, 6_000, 0]);
    assert.deepEqual([(await shown())?.overpaid, await surplusAtSettlement()], [6_000, 6_000]);
    await pay(4_000);
    assert.deepEqual(await purses(own), [0, 20_000, 79_167, 10_000, 0]);
    assert.deepEqual([(await shown())?.overpaid, await surplusAtSettlement()], [10_000, 10_000]);
  });
});

describe('with providerPaymentId', () => {
  it('books the transfer out of the fees received, and nothing is missing at the provider', async () => {
    await pay(89_167);
    const platform = await account('PLAT:MAIN');
    const providerPaymentId = await transferAtProvider();
    expectStatus(await mark(providerPaymentId), 201);
    assert.deepEqual([...(await purses(own)), await account('PLAT:MAIN')], [0, 20_000, 79_167, 0, 0, platform + 10_000]);
    await assertProved();
    const [audit] = await readAudits<{ payload: object }>(world, { targetId: first() }, ['payload']);
    assert.deepEqual(audit?.payload, {
      ...{ comment: 'virement à la main', period: '2026-01', propertyId: own.propertyId, providerPaymentId },
    });
    assert.equal((await world.sql('select id from invoice where subject_id = $1', [first()])).length, 1);
  });
  it('advances what is lacking, which the owner still owes', async () => {
    expectStatus(await mark(await transferAtProvider()), 201);
    assert.deepEqual(await purses(own), [0, 10_000, 0, 0, 0]);
    assert.deepEqual([(await shown())?.amountDue, (await shown())?.remainingToBePaid], [89_167, 89_167]);
    await pay(89_167);
    assert.deepEqual(await purses(own), [0, 20_000, 79_167, 0, 0]);
    await assertProved();
  });
  it('two fees at once with one transfer: one is executed -> 400 management-fees-provider-payment-invalid', async () => {
    const providerPaymentId = await transferAtProvider();
    const answers = await Promise.all([mark(providerPaymentId), mark(providerPaymentId, sibling)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    assert.ok(refused);
    expectCode(refused, 400, INVALID);
  });
  it('of another wallet, to another account, of another amount, pending, unknown -> 400 management-fees-provider-payment-invalid', async () => {
    const other = await scheduledProperty(world, admin, { mainCents: 20_000 });
    for (const changes of [
      { fromAccountId: other.accountId },
      { toAccountId: world.deps.config.PLATFORM_ORIGINATION_ACCOUNT_ID },
      { amountCents: centsOf(9_999) },
    ])
      expectCode(await mark(await transferAtProvider(changes)), 400, INVALID);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectCode(await mark(await transferAtProvider()), 400, INVALID);
    expectCode(await mark(999_999_999), 400, INVALID);
    assert.deepEqual(await purses(own), [0, 20_000, 0, 0, 0]);
  });
  for (const mode of ['none', 'timeout-after'])
    it(`that one of our payments made, its reply lost or not (${mode}) -> 400 management-fees-provider-payment-invalid`, async () => {
      if (mode !== 'none') await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode, times: 1 });
      await admin.client.post(`${FEES}/transfer-one`, { echeanceId: sibling.echeances[0]?.id });
      const [order] = await world.sql<{ id: string }>('select id from payment where subject_id = $1', [sibling.echeances[0]?.id]);
      const made = await world.deps.payments.getTransfer({ reference: order?.id ?? '' });
      assert.ok(made.ok && made.value);
      expectCode(await mark(made.value.paymentId), 400, INVALID);
      assert.deepEqual(await purses(own), [0, 20_000, 0, 0, 0]);
    });
  it("that the project's own money cannot have paid -> 400 management-fees-provider-payment-invalid", async () => {
    const poor = await scheduledProperty(world, admin, { mainCents: 9_999, spv: own });
    expectCode(await mark(await transferAtProvider(), poor), 400, INVALID);
    assert.deepEqual(await purses(poor), [0, 9_999, 0, 0, 0]);
  });
  it('while the provider is silent -> 500 internal-error', async () => {
    const providerPaymentId = await transferAtProvider();
    await world.control('POST', '/faults', { route: 'GET /v2/p2p', mode: 'http-500', times: 9 });
    expectCode(await mark(providerPaymentId), 500, 'internal-error');
    await world.control('DELETE', '/faults');
    expectStatus(await mark(providerPaymentId), 201);
  });
  it('of a fee that is executed: its own code comes first -> 400 management-fees-must-be-not-executed', async () => {
    expectStatus(await mark(), 201);
    expectCode(await mark(999_999_999), 400, 'management-fees-must-be-not-executed');
  });
  for (const providerPaymentId of [0, 1.5, 'x'])
    it(`providerPaymentId ${providerPaymentId} -> 400 validation-failed`, async () =>
      expectCode(await mark(providerPaymentId as number), 400, 'validation-failed'));
});
