// Construction budget and escrow at the creation of a schedule: the property has them, the schedule goes by its rules.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  type Spv,
  sellAndClose,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { pursesOf } from '../../../../test/support/payment-actors.ts';
import { G1, type ShownSchedule } from '../../../../test/support/schedule-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

const V2 = '/administration/property/payment-schedule/v2';
const DECREASE = 'project.edit-contract-budget-decrease-after-transfer';
const FUNDS = 'project.edit-contract-budget-increase-requires-provider-funds';
const UNREADABLE = 'project.provider-balance-unavailable';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

/** G-1 a hundred times smaller. */
const SMALL = { ...G1, totalFundedAmount: 100_000, initialCapitalLoaned: { date: '2026-01-01', amount: 100_000 } };

type Property = { propertyId: PropertyId; spvId: SpvId; accountId: string };

/** A published obligation V2 with a budget of 10 000 and an escrow of 20 000; its SPV has `balanceCents` at the provider. */
async function published(
  options: { balanceCents?: number; contractType?: string; escrowCents?: number; spv?: Spv } = {},
): Promise<Property> {
  const { balanceCents = 0, contractType = 'obligation', spv } = options;
  const { escrowCents = 20_000 } = options;
  const contract = { operation: { version: 'V2' }, escrowCents, constructionCents: 10_000 };
  const property = { bricks: 1, brickPriceCents: 100_000, contractType, contract };
  const funding = await openFunding(world, { ...property, ...(spv ? { spv } : {}) });
  if (balanceCents > 0) await world.control('POST', `/accounts/${funding.accountId}/credit`, { amountCents: balanceCents });
  return funding;
}
/** The same with 100 000 collected and divided. */
async function closed(options: { contractType?: string; spv?: Spv } = {}): Promise<Property> {
  const funding = await published(options);
  await sellAndClose(world, { ...funding, brickPriceCents: 100_000 }, [{ investor: await verifiedInvestor(world), bricks: 1 }]);
  return funding;
}
const create = (propertyId: PropertyId, totalConstructionBudget: number, interestSequestre = 20_000) =>
  admin.client.post<ShownSchedule>(V2, {
    propertyId,
    echeancierConfig: { ...SMALL, interestSequestre },
    totalConstructionBudget,
  });
const transferToOwner = async (propertyId: PropertyId) =>
  expectStatus(
    await admin.client.post(`/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`, {
      action: 'no-withdraw',
      amountToTransfer: 1_000,
    }),
    201,
  );
/** The budget as the schedule shows it (undefined without one), and as the property does. */
const budgets = async (propertyId: PropertyId) => {
  const path = `/administration/property/${propertyId}`;
  const schedule = await admin.client.get<ShownSchedule>(`${path}/payment-schedule`);
  const property = await admin.client.get<{ totalConstructionBudget: number }>(path);
  return [schedule.status === 404 ? undefined : schedule.body.totalConstructionBudget, property.body.totalConstructionBudget];
};
const audits = async (propertyId: PropertyId) =>
  world.sql<{ kind: string; payload: unknown }>(
    `select kind, payload from admin_action where target_id = $1 and kind in ('PROPERTY_EDIT_CONTRACT_BUDGET', 'PROPERTY_PAYMENT_SCHEDULE_CREATION')
     order by kind`,
    [propertyId],
  );
const kinds = async (propertyId: PropertyId) => (await audits(propertyId)).map(({ kind }) => kind);

describe('POST /administration/property/payment-schedule/v2 and the construction budget', () => {
  it('the same amount: nothing is changed, asked or audited but the schedule', async () => {
    const { propertyId } = await published();
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 9 });
    assert.equal(expectStatus(await create(propertyId, 10_000), 201).body.totalConstructionBudget, 10_000);
    assert.deepEqual(await kinds(propertyId), ['PROPERTY_PAYMENT_SCHEDULE_CREATION']);
  });
  it('has one home: what contract-budget edits, the schedule shows', async () => {
    const { propertyId } = await published({ balanceCents: 500 });
    expectStatus(await create(propertyId, 10_000), 201);
    const change = { totalConstructionBudget: 10_500 };
    expectStatus(await admin.client.patch(`/administration/property/${propertyId}/contract-budget`, change), 200);
    assert.deepEqual(await budgets(propertyId), [10_500, 10_500]);
  });
  it('an increase that the provider covers to the cent, audited as an edit of the budget', async () => {
    const { propertyId } = await published({ balanceCents: 700 });
    expectCode(await create(propertyId, 10_701), 400, FUNDS);
    expectStatus(await create(propertyId, 10_700), 201);
    assert.deepEqual(await budgets(propertyId), [10_700, 10_700]);
    const [edit, creation] = await audits(propertyId);
    assert.deepEqual(edit?.payload, {
      before: { totalFundEscrow: 20_000, totalConstructionBudget: 10_000 },
      after: { totalFundEscrow: 20_000, totalConstructionBudget: 10_700 },
    });
    assert.equal(creation?.kind, 'PROPERTY_PAYMENT_SCHEDULE_CREATION');
  });
  it('moves no money, and asks for none of a smaller budget', async () => {
    const { propertyId } = await closed();
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 9 });
    expectStatus(await create(propertyId, 9_000), 201);
    assert.deepEqual(await budgets(propertyId), [9_000, 9_000]);
    assert.deepEqual(await pursesOf(world, propertyId, ['ESCROW', 'MAIN']), [20_000, 80_000]);
  });
  it(`an increase beyond the provider's balance -> 400 ${FUNDS}, and nothing is written`, async () => {
    const { propertyId } = await published({ balanceCents: 99 });
    expectCode(await create(propertyId, 10_100), 400, FUNDS);
    assert.deepEqual([await budgets(propertyId), await kinds(propertyId)], [[undefined, 10_000], []]);
  });
  it(`an increase that nobody can vouch for -> 500 ${UNREADABLE}`, async () => {
    const { propertyId } = await published({ balanceCents: 700 });
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 9 });
    expectCode(await create(propertyId, 10_001), 500, UNREADABLE);
    assert.deepEqual([await budgets(propertyId), await kinds(propertyId)], [[undefined, 10_000], []]);
  });
  it(`a decrease after the first transfer to the owner -> 400 ${DECREASE}`, async () => {
    const { propertyId } = await closed();
    await transferToOwner(propertyId);
    expectCode(await create(propertyId, 9_999), 400, DECREASE);
    assert.deepEqual([await budgets(propertyId), await kinds(propertyId)], [[undefined, 10_000], []]);
    expectStatus(await create(propertyId, 10_000), 201);
  });
  it('faults of the configuration come first -> 400 interest-sequestre-is-greater-than-total-funded-amount', async () => {
    const { propertyId } = await published();
    expectCode(await create(propertyId, 10_100, 100_001), 400, 'interest-sequestre-is-greater-than-total-funded-amount');
  });
  it('a draft takes any amount', async () => {
    const { spvId } = await published();
    const draft = { name: 'Plan', investorContractType: 'obligation', operation: { version: 'V2' }, spvId };
    const { id } = expectStatus(await admin.client.post<{ id: PropertyId }>('/administration/property', draft), 201).body;
    expectStatus(await create(id, 12_345), 201);
    assert.deepEqual(await budgets(id), [12_345, 12_345]);
  });
  it(`a loan takes any amount, but a decrease after the first transfer -> 400 ${DECREASE}`, async () => {
    const open = await published({ contractType: 'loan' });
    expectStatus(await create(open.propertyId, 12_345), 201);
    assert.deepEqual(await budgets(open.propertyId), [12_345, 12_345]);
    const { propertyId } = await closed({ contractType: 'loan' });
    await transferToOwner(propertyId);
    expectCode(await create(propertyId, 9_999), 400, DECREASE);
    expectStatus(await create(propertyId, 10_001), 201);
    assert.deepEqual(await budgets(propertyId), [10_001, 10_001]);
  });
});

describe('POST /administration/property/payment-schedule/v2 and the escrow', () => {
  it('more than the closing set aside, whatever a sibling on the SPV has -> 400 echeancier-config-is-invalid', async () => {
    const { propertyId, ...spv } = await closed();
    await closed({ spv });
    const refused = await create(propertyId, 10_000, 20_001);
    expectCode(refused, 400, 'echeancier-config-is-invalid');
    assert.match(refused.text, /interestSequestre[^"]*20000/);
    assert.equal((await budgets(propertyId))[0], undefined);
    expectStatus(await create(propertyId, 10_000, 20_000), 201);
  });
  it('counts on what was collected, not on what was planned -> 400 interest-sequestre-is-greater-than-total-funded-amount', async () => {
    const funding = await published({ escrowCents: 150_000 });
    await sellAndClose(world, { ...funding, brickPriceCents: 100_000 }, [{ investor: await verifiedInvestor(world), bricks: 1 }]);
    expectCode(await create(funding.propertyId, 10_000, 100_001), 400, 'interest-sequestre-is-greater-than-total-funded-amount');
    expectStatus(await create(funding.propertyId, 10_000, 100_000), 201);
  });
  it('follows a later change of the budget', async () => {
    const { propertyId } = await closed();
    const change = { totalFundEscrow: 20_500 };
    expectStatus(await admin.client.patch(`/administration/property/${propertyId}/contract-budget`, change), 200);
    expectCode(await create(propertyId, 10_000, 20_501), 400, 'echeancier-config-is-invalid');
    expectStatus(await create(propertyId, 10_000, 20_500), 201);
  });
  it('before the closing any escrow is taken, as nothing is set aside yet', async () => {
    const { propertyId } = await published();
    assert.equal(expectStatus(await create(propertyId, 10_000, 30_000), 201).body.config.interestSequestre, 30_000);
  });
});
