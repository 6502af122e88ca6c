// The administrators' lists: properties with SPV, owner and amounts, newest first, and one statement for ten thousand of them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import {
  openFunding,
  type Person,
  signInAdministrator,
  signUp,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { manyDrafts } from '../../../../test/support/bulk-rows.ts';
import { partsOf } from '../../../../test/support/parts.ts';
import { contractIs, fillProperty } from '../../../../test/support/property-states.ts';
import { G1, type ShownSchedule } from '../../../../test/support/schedule-actors.ts';
import { repaidProject } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { faultsOf, shapeOf } from '../../../core/http/external-json.ts';
import { listProjectsJson, listRoyaltiesJson } from './listing-queries.ts';
import { PropertyList, PropertyOrNull, RoyaltyList } from './view-schemas.ts';

type View = { id: string; [field: string]: unknown };
type Item = { project: View; [field: string]: unknown };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const LIST = '/administration/property';
const ROYALTY = '/administration/property/royalty';
const list = async () => expectStatus(await admin.client.get<Item[]>(LIST), 200).body;
const royalties = async () => expectStatus(await admin.client.get<View[]>(ROYALTY), 200).body;
const read = async (id: string) => expectStatus(await admin.client.get<View>(`${LIST}/${id}`), 200).body;
const create = async (body: object) =>
  expectStatus(await admin.client.post<View>(LIST, { name: 'Plan', investorContractType: 'loan', ...body }), 201).body;
const fits = (schema: Parameters<typeof shapeOf>[0], value: unknown) => assert.deepEqual(faultsOf(shapeOf(schema), value), []);

describe('GET /administration/property', () => {
  it('lists obligations and loans, newest first, each with SPV, owner and summaries', async () => {
    const { spvId, accountId } = await spvWithWallet(world);
    const person = { firstname: 'Omar', lastname: 'Sy', email: `omar-${randomUUID()}@example.test`, phoneNumber: '+33600000000' };
    const owner = expectStatus(await admin.client.post<{ value: View }>('/administration/project-owner', person), 201).body.value;
    const bare = await create({});
    await create({ investorContractType: 'royalty' });
    const address = { street: '1 rue', city: 'Lyon', postcode: '69001', country: 'France' };
    const amounts = { totalFundEscrow: 5_000, totalConstructionBudget: 7_000 };
    const links = { spvId, projectOwnerId: owner.id };
    const fees = { companyFees: { fiducieFees: { amountExcludingTaxCents: 100 } }, returnOnInvestment: 9.1234 };
    const full = await create({ investorContractType: 'obligation', address, ...amounts, ...links, ...fees });
    const items = await list();
    fits(PropertyList, items);
    assert.deepEqual(
      items.map(({ project }) => project.id),
      [full.id, bare.id],
    );
    assert.deepEqual(items[0], {
      project: {
        ...full,
        interestEscrow: { totalFundEscrow: 5_000, used: 0, remaining: 5_000 },
        constructionBudget: { totalConstructionBudget: 7_000, lent: 0, remaining: 7_000 },
      },
      spv: { id: spvId, name: `SPV ${accountId}`, country: 'France', providerExternalId: accountId, kybStatus: 'verified' },
      projectOwner: { id: owner.id, ...person },
      isReferralPaid: false,
      echeancierExists: false,
      projectFinancingRequestId: null,
      projectOwnerCompanyId: null,
      accountManager: null,
    });
    assert.deepEqual([items[1]?.spv, items[1]?.projectOwner], [null, null]);
    const { project, ...around } = items[0] ?? { project: full };
    const whole = await read(full.id);
    fits(PropertyOrNull, whole);
    assert.deepEqual(whole, { ...project, ...around, hasInternalNote: false });
  });
  it('writes a published and closed property as every other answer does', async () => {
    const { propertyId } = await openFunding(world, { bricks: 3 });
    const vat = { amountExcludingTaxCents: 5, vatRateBps: 2_000, vatCents: 1, amountIncludingTaxCents: 6 };
    const feeTransfer = {
      ...vat,
      invoiceId: propertyId,
      invoiceNumber: 'MORTAR-2026-000001',
      transferredAt: '2026-10-01T10:00:00Z',
    };
    await fillProperty(world, propertyId, feeTransfer);
    const edited = await admin.client.patch<View>(`${LIST}/${propertyId}`, { name: 'Les Acacias' });
    const item = (await list()).find(({ project }) => project.id === propertyId);
    assert.deepEqual({ ...item?.project, ...expectStatus(edited, 200).body }, item?.project);
    assert.equal(item?.isReferralPaid, true);
  });
  it('sums what the escrow paid, each part once, and the budget lent, by the schedule', async () => {
    const holders = [{ investor: await verifiedInvestor(world), bricks: 1 }];
    const purses = { mainCents: 0, escrowCents: 8_000, totalFundedCents: 100_000 };
    const { propertyId } = await repaidProject(world, admin, { holders, ...purses });
    await contractIs(world, propertyId, { totalFundEscrowCents: 9_000 });
    const echeancierConfig = {
      ...{ ...G1, totalFundedAmount: 100_000, initialCapitalLoaned: { date: '2027-01-01', amount: 90_000 } },
      interestSequestre: 8_000,
    };
    const schedule = { propertyId, echeancierConfig, totalConstructionBudget: 4_000 };
    const { echeances } = expectStatus(await admin.client.post<ShownSchedule>(`${LIST}/payment-schedule/v2`, schedule), 201).body;
    for (const event of [
      { type: 'capitalLoaned', date: '2027-02-01', amount: 1_000 },
      { type: 'capitalLoaned', date: '2027-02-01', amount: 500 },
      { type: 'capitalRepaymentUnplanned', date: '2027-02-01', amount: 700, interestSequestreAmount: 300 },
    ])
      expectStatus(
        await admin.client.post(`${LIST}/${propertyId}/payment-schedule/capital-event`, { echeancePeriod: '2027-02', event }),
        201,
      );
    const transfer = async (interestSequestreAmountToTransfer: number) =>
      expectStatus(
        await admin.client.post<{ id: string }>(
          `${LIST}/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned`,
          { propertyId, echeanceId: echeances[0]?.id, interestSequestreAmountToTransfer, paymentDate: '2026-01-01' },
        ),
        201,
      ).body.id;
    await transfer(200);
    const archived = { wireToBeAssignedId: await transfer(50), comment: 'De trop' };
    expectStatus(await admin.client.post(`${LIST}/payment-schedule/wire-to-be-assigned/archive`, archived), 201);
    const item = (await list()).find(({ project }) => project.id === propertyId);
    assert.deepEqual(
      [item?.echeancierExists, item?.project.interestEscrow, item?.project.constructionBudget],
      [
        true,
        { totalFundEscrow: 8_000, used: 500, remaining: 7_500 },
        { totalConstructionBudget: 4_000, lent: 1_500, remaining: 2_500 },
      ],
    );
  });
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(LIST), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(LIST), 403, 'forbidden'));
});

describe('GET /administration/property/royalty', () => {
  it('lists royalty properties, newest first, and says which have a note', async () => {
    const older = await create({ investorContractType: 'royalty' });
    const newer = await create({ investorContractType: 'royalty', name: 'Autre' });
    expectStatus(await admin.client.patch(`${LIST}/${older.id}/internal-note`, { content: 'À voir', version: 0 }), 200);
    const [first, second] = await royalties();
    assert.deepEqual(first, { ...newer, hasInternalNote: false });
    assert.deepEqual([second?.id, second?.hasInternalNote], [older.id, true]);
    fits(RoyaltyList, await royalties());
    expectStatus(await admin.client.patch(`${LIST}/${older.id}/internal-note`, { content: '', version: 1 }), 200);
    assert.equal((await royalties())[1]?.hasInternalNote, false);
    assert.equal((await read(older.id)).hasInternalNote, false);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(ROYALTY), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(ROYALTY), 403, 'forbidden'));
});

describe('ten thousand properties', () => {
  const MANY = 10_000;
  before(async () => {
    const { spvId } = await spvWithWallet(world);
    await manyDrafts(world, spvId, MANY);
  });
  for (const [what, listing] of Object.entries({ 'the list': listProjectsJson, 'the royalty list': listRoyaltiesJson })) {
    it(`${what} is one statement`, async () => {
      let statements = 0;
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const items = await listing(world.deps.db.withPlugin(counter), { limit: MANY, after: undefined });
      assert.equal(statements, 1);
      assert.ok(items.length >= MANY, `${items.length} items`);
    });
  }
  it('are answered as plain arrays of a thousand, which the Link header leads through to the last', async () => {
    const [projects, royalty] = [await partsOf<Item>(admin, LIST), await partsOf<View>(admin, ROYALTY)];
    for (const parts of [
      projects.map((part) => part.map(({ project }) => project.id)),
      royalty.map((part) => part.map(({ id }) => id)),
    ]) {
      const ids = parts.flat();
      assert.ok(new Set(ids).size >= MANY && new Set(ids).size === ids.length);
      assert.deepEqual(new Set(parts.slice(0, -1).map(({ length }) => length)), new Set([1_000]));
    }
    fits(PropertyList, projects[0]?.slice(0, 20) ?? []);
  });
  it('are narrowed by their status, and refuse what is none', async () => {
    assert.deepEqual(
      await partsOf(admin, `${LIST}?status=PUBLISHED&limit=1`),
      await partsOf(admin, `${LIST}?limit=1&status=PUBLISHED`),
    );
    for (const { project } of (await partsOf<Item>(admin, `${LIST}?status=PUBLISHED`)).flat())
      assert.equal(project.status, 'PUBLISHED');
    for (const query of ['limit=0', 'limit=1001', 'cursor=x', 'status=SOLD'])
      expectCode(await admin.client.get(`${LIST}?${query}`), 400, 'validation-failed');
  });
});
