// The administrators' lists: what stands around a property, newest first, and one statement for ten thousand of them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { openFunding, type Person, signInAdministrator, signUp, spvWithWallet } from '../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../test/support/world.ts';
import { faultsOf, shapeOf } from '../../core/http/shape.ts';
import { listProperties } from './list-properties.ts';
import { listRoyaltyProperties } from './list-royalty-properties.ts';
import { PropertyList, PropertyOrNull, RoyaltyList } from './listing-schemas.ts';

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
    await world.sql(
      `update property set funding_ended_at = '2026-10-01T10:00:00.5Z', purchased_date = '2026-10-02T10:00:00Z', investor_count = 2, purchased_brick_count = 3,
         financial_status = 'repayment-ongoing', referral_paid_at = '2026-10-03T00:00:00.123456Z', solde_de_tout_compte_done_at = '2026-10-04T00:00:00Z',
         resale_sale_started_at = '2026-10-05T00:00:00Z', resale_sale_type = 'total', funding_fees_excl_tax_cents = 5, funding_fees_transfer = $2 where id = $1`,
      [propertyId, feeTransfer],
    );
    const edited = await admin.client.patch<View>(`${LIST}/${propertyId}`, { name: 'Les Acacias' });
    const item = (await list()).find(({ project }) => project.id === propertyId);
    assert.deepEqual({ ...item?.project, ...expectStatus(edited, 200).body }, item?.project);
    assert.equal(item?.isReferralPaid, true);
  });
  it('sums what the escrow paid and the budget lent, by the schedule', async () => {
    const { propertyId, spvId } = await openFunding(world, { bricks: 100 });
    await world.sql('update property set total_fund_escrow_cents = 9000, total_construction_budget_cents = 4000 where id = $1', [
      propertyId,
    ]);
    await world.sql(
      `insert into payment_schedule (property_id, total_funded_amount_cents, initial_capital_loaned_date, initial_capital_loaned_cents, duration_in_months,
         annual_interest_rate, management_fees_rate, spv_country, interest_sequestre_cents, total_construction_budget_cents, created_at, updated_at)
       values ($1, 100000, '2027-01-01', 90000, 12, 95000, 10000, 'France', 8000, 4000, now(), now())`,
      [propertyId],
    );
    for (const [type, amount, escrow] of [
      ['capitalLoaned', 1_000, 0],
      ['capitalLoaned', 500, 0],
      ['capitalRepaymentUnplanned', 700, 300],
    ])
      await world.sql(
        `insert into capital_event (id, property_id, type, event_date, amount_cents, interest_sequestre_cents, created_at)
         values (gen_random_uuid(), $1, $2, '2027-02-01', $3, $4, now())`,
        [propertyId, type, amount, escrow],
      );
    for (const [source, amount, status] of [
      ['escrow', 200, 'waiting'],
      ['escrow', 50, 'archivedNotAssigned'],
      ['wire', 999, 'waiting'],
    ])
      await world.sql(
        `insert into payment_to_be_assigned (id, property_id, spv_id, status, amount_cents, payment, source, payment_date, archived_at, created_at)
         values (gen_random_uuid(), $1, $2, $5, $4, case when $3 = 'wire' then 'wire' else 'other' end, $3, '2027-02-01',
           case when $5 = 'waiting' then null else now() end, now())`,
        [propertyId, spvId, source, amount, status],
      );
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
  it('lists royalty properties, newest first, and tells which have a note', async () => {
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
    await world.sql(
      `insert into property (id, investor_contract_type, name, spv_id, presentation, amount_to_fund_cents, created_at, updated_at)
       select gen_random_uuid(), case when n <= $2 then 'obligation' else 'royalty' end, 'Plan ' || n, $1,
         jsonb_build_object('imageGallery', jsonb_build_array('https://images.test/a.png'), 'investmentCase', repeat('texte ', 20)), 1000 + n, now(), now()
       from generate_series(1, 2 * $2::integer) as n`,
      [spvId, MANY],
    );
  });
  for (const [what, listing] of Object.entries({ 'the list': listProperties, 'the royalty list': listRoyaltyProperties })) {
    it(`${what} is one statement`, async () => {
      let statements = 0;
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const items: unknown[] = JSON.parse(await listing({ db: world.deps.db.withPlugin(counter) }));
      assert.equal(statements, 1);
      assert.ok(items.length >= MANY, `${items.length} items`);
    });
  }
  it('are answered whole, as a plain array', async () => {
    const [projects, royalty] = [await list(), await royalties()];
    for (const ids of [projects.map(({ project }) => project.id), royalty.map(({ id }) => id)])
      assert.ok(new Set(ids).size >= MANY && new Set(ids).size === ids.length);
    fits(PropertyList, projects.slice(0, 20));
  });
});
