// Fields that no schema names are dropped, whatever they are called: nobody gives themselves a role, a status or money.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFunding, resaleProperty, signInAdministrator, signUp, verifiedInvestor } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { customerIs } from '../support/customer-states.ts';
import { expectStatus } from '../support/world.ts';
import { faultOf } from './answer-rules.ts';
import { type Callers, createCallers, writing } from './callers.ts';
import type { Schema } from './declared-routes.ts';
import { samplesOf } from './sample-values.ts';

/** Values that stand nowhere unless somebody stored them. */
const MARK = 'smuggled-in-7c1f';
const ID = '7c1f7c1f-7c1f-4c1f-8c1f-7c1f7c1f7c1f';
const CENTS = 771_177_117;
const AT = '2101-07-01T07:01:07Z';

/** Names of our columns and of what clients like to try, with a marked value each. */
const EXTRAS: Readonly<Record<string, unknown>> = {
  id: ID,
  customerId: ID,
  userId: ID,
  sellerId: ID,
  buyerId: ID,
  ownerCustomerId: ID,
  spvId: ID,
  propertyId: ID,
  role: MARK,
  status: MARK,
  kycStatus: MARK,
  kybStatus: MARK,
  referralCode: MARK,
  frozenReason: MARK,
  createdAt: AT,
  updatedAt: AT,
  publishedAt: AT,
  windowEnd: AT,
  emailVerifiedAt: AT,
  amountCents: CENTS,
  balanceCents: CENTS,
  feeCents: CENTS,
  totalBricks: CENTS,
  commissionCents: CENTS,
  [MARK]: MARK,
};

let callers: Callers;

before(async () => {
  callers = await createCallers();
});
after(() => callers.world.close());

/** The sample with every extra that its schema does not know, at every level. */
function smuggle(schema: Schema, sample: unknown): unknown {
  if (Array.isArray(sample)) return sample.map((item) => smuggle(schema.items ?? {}, item));
  if (typeof sample !== 'object' || sample === null) return sample;
  const properties = knownFields(schema);
  // An object without named fields is free JSON, to be kept as it comes.
  if (Object.keys(properties).length === 0) return sample;
  const extras = Object.entries(EXTRAS).filter(([name]) => !(name in properties));
  const fields = Object.entries(sample).map(([name, value]) => [name, smuggle(properties[name] ?? {}, value)]);
  return Object.fromEntries([...extras, ...fields]);
}

function knownFields(schema: Schema): Record<string, Schema> {
  const variants = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return Object.assign({}, ...variants.map(({ properties }) => properties ?? {}));
}

/** Tables with a row that holds a mark; notifications are kept word for word and not among them. */
async function tablesWithMarks(): Promise<string[]> {
  const tables = await callers.world.sql<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where schemaname in ('public', 'pgboss') and relname <> 'provider_event' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await callers.world.sql<{ row: string }>(
      `select row_to_json(t)::text as row from ${name} as t where row_to_json(t)::text ~ $1`,
      [`${MARK}|${ID}|${CENTS}|2101-07-01`],
    );
    for (const { row } of rows) found.push(`${name}: ${row}`);
  }
  return found;
}

it('no route stores a field that its schema does not name', async () => {
  const routes = writing(callers.routes).filter(({ body, guard }) => body !== undefined && guard !== 'provider-webhook');
  assert.ok(routes.length > 15, 'the description lists the bodies');
  const statuses: number[] = [];
  for (const route of routes) {
    for (const sample of samplesOf(route.body ?? {})) {
      const body = JSON.stringify(smuggle(route.body ?? {}, sample));
      const answer = await callers.send(route, { body });
      assert.equal(faultOf(route, answer), undefined);
      const shown = answer.text.includes(MARK) || answer.text.includes(ID);
      assert.ok(!shown, `${route.name} shows what was smuggled: ${answer.text}`);
      statuses.push(answer.status);
    }
  }
  assert.ok(statuses.filter((status) => status < 300).length >= 5, `some were taken: ${statuses.join(' ')}`);
  assert.deepEqual(await tablesWithMarks(), []);
});

describe('what people would like to give themselves', () => {
  const rowOf = async (table: string, id: string | undefined) => {
    const [found] = await callers.world.sql<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} as t where id = $1`,
      [id],
    );
    assert.ok(found, `a row of ${table}`);
    return found.row;
  };
  const created = (answer: Answer<{ id: string }>) => expectStatus(answer, 201).body.id;

  it('a role, a verified address or a second account at sign-up', async () => {
    const client = callers.world.visitor();
    const wish = { email: 'greedy@example.test', password: 'correct horse battery staple', name: 'Gree Dy' };
    const smuggled = { role: 'admin', id: ID, emailVerified: true, twoFactorEnabled: true, createdAt: AT };
    await client.post('/api/auth/sign-up/email', { ...wish, ...smuggled });
    await client.post('/api/auth/sign-up/email', wish);
    const users = await callers.world.sql<{ role: string | null; emailVerified: boolean }>(
      `select role, "emailVerified" from auth_user where email = $1`,
      [wish.email],
    );
    assert.equal(users.length, 1);
    assert.notEqual(users[0]?.role, 'admin');
    assert.equal(users[0]?.emailVerified, false);
    expectStatus(await client.get('/administration/customers'), 403);
  });

  it('KYC, royalties, a frozen account undone, by the profile', async () => {
    const person = await signUp(callers.world);
    await customerIs(callers.world, person.customerId, 'frozen');
    const { profile: _, ...before } = await rowOf('customer', person.customerId);
    const answer = await person.client.patch('/customers/profile', {
      ...PROFILE,
      id: ID,
      userId: ID,
      kycStatus: 'verified',
      canSeeRoyalty: true,
      frozen: false,
      frozenAt: null,
      providerStatus: 6,
      documentsCompletedAt: AT,
      referralCode: 'mine',
      kyc_status: 'verified',
      can_see_royalty: true,
      frozen_at: null,
    });
    expectStatus(answer, 200);
    const row = await rowOf('customer', person.customerId);
    for (const column of [
      'id',
      'user_id',
      'kyc_status',
      'can_see_royalty',
      'frozen_at',
      'frozen_source',
      'referral_code',
      'provider_status',
    ])
      assert.deepEqual(row[column], before[column], column);
    assert.equal(row.documents_completed_at, null);
    assert.equal(row.first_name, PROFILE.firstName);
  });

  it('a price, a status or another owner of a purchase', async () => {
    const investor = await verifiedInvestor(callers.world, { fundsCents: 5_000 });
    const { propertyId } = await openFunding(callers.world, { bricks: 10 });
    const body = {
      amount: 2,
      amountCents: 1,
      status: 'confirmed',
      isAutomatic: true,
      customerId: callers.params.id,
      windowEnd: AT,
    };
    const row = await rowOf('purchase', created(await investor.client.post(`/properties/${propertyId}/purchase`, body)));
    assert.deepEqual(
      [row.amount_cents, row.status, row.is_automatic, row.customer_id],
      [2_000, 'waiting_provider', false, investor.customerId],
    );
  });

  it('another seller, other bricks, no commission of a deal', async () => {
    const seller = await verifiedInvestor(callers.world);
    const { propertyId } = await resaleProperty(callers.world, { owners: [{ customerId: seller.customerId, bricks: 5 }] });
    const body = {
      propertyId,
      amount: 2,
      price: 900,
      sellerId: callers.params.id,
      status: 'confirmed',
      bricksIds: [ID],
      profitability: 99,
    };
    const row = await rowOf('market_deal', created(await seller.client.post('/marketplace/deal', body)));
    assert.deepEqual([row.seller_id, row.status, row.buyer_id], [seller.customerId, 'pending', null]);
    assert.ok(!(row.bricks_ids as string[]).includes(ID));
    assert.notEqual(row.profitability, 99);
  });

  it('a verified SPV, a published property, by an administrator who only creates', async () => {
    const { client } = await signInAdministrator(callers.world);
    const spv = { name: 'SPV Smuggle', country: 'France', kybStatus: 'verified', createdAt: AT };
    assert.equal((await rowOf('spv', created(await client.post('/administration/spv', spv)))).kyb_status, 'notStarted');
    const property = {
      name: 'Smuggle',
      investorContractType: 'royalty',
      status: 'PUBLISHED',
      publishedAt: AT,
      totalBricks: 5,
      isMarketplaceAllowed: false,
      purchasedDate: AT,
      financialStatus: 'repayment-finished',
    };
    const row = await rowOf('property', created(await client.post('/administration/property', property)));
    assert.deepEqual(
      [row.status, row.published_at, row.total_bricks, row.purchased_date, row.financial_status, row.is_marketplace_allowed],
      ['DRAFT', null, null, null, null, true],
    );
  });

  it('more than a PATCH of an investor offers', async () => {
    const { client } = await signInAdministrator(callers.world);
    const person = await verifiedInvestor(callers.world, { canSeeRoyalty: false });
    const before = await rowOf('customer', person.customerId);
    const body = {
      canSeeRoyalty: true,
      kycStatus: 'refused',
      email: 'other@example.test',
      firstName: MARK,
      providerBlocked: true,
    };
    expectStatus(await client.patch(`/administration/customers/${person.customerId}`, body), 200);
    const row = await rowOf('customer', person.customerId);
    assert.equal(row.can_see_royalty, true);
    const changed = Object.keys(row).filter((column) => JSON.stringify(row[column]) !== JSON.stringify(before[column]));
    assert.deepEqual(
      changed.filter((column) => !['can_see_royalty', 'updated_at'].includes(column)),
      [],
    );
  });
});

const PROFILE = {
  customerType: 'individual',
  firstName: 'Camille',
  lastName: 'Durand',
  sex: 'female',
  citizenship: 'FRA',
  city: 'Lyon',
  cityOfBirth: 'Nantes',
  country: 'FRA',
  countryOfBirth: 'FRA',
  dateOfBirth: '1988-04-12',
  phone: '+33612345678',
  postcode: '69001',
  street: '12 rue des Capucins',
};
