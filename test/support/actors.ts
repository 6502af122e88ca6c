// People and properties that tests begin with. What a test is about goes through HTTP; what it merely needs is arranged by SQL.

import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { CustomerId, PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { newId } from '../../src/core/ids.ts';
import type { Client } from './client.ts';
import { expectStatus, type World } from './world.ts';

/** Somebody with a session. */
export type Person = { client: Client; email: string; userId: string };
/** An investor; the id is also the account id at the provider. */
export type Investor = Person & { customerId: CustomerId };

export const PASSWORD = 'correct horse battery staple';

/** Signs up through the session layer: a session, a customer row, nothing verified. */
export async function signUp(world: World, options: { email?: string; name?: string } = {}): Promise<Investor> {
  const email = options.email ?? someEmail();
  const client = world.visitor();
  const answer = expectStatus(
    await client.post<{ user: { id: string } }>('/api/auth/sign-up/email', {
      email,
      password: PASSWORD,
      name: options.name ?? 'Camille Durand',
    }),
    200,
  );
  const userId = answer.body.user.id;
  const [customer] = await world.sql<{ id: CustomerId }>('select id from customer where user_id = $1', [userId]);
  if (!customer) throw new Error('sign-up made no customer');
  return { client, email, userId, customerId: customer.id };
}

const someEmail = () => `investor-${randomUUID().slice(0, 13)}@example.test`;
let passwordHash: Promise<string> | undefined;

/** What `signUp` leaves behind. What is tested of signing up and in goes through `signUp` and the routes. */
async function signedUp(world: World, email: string): Promise<Investor> {
  const person = await signUpCutShort(world, email);
  // The first request of a user without a customer makes one.
  const { body } = expectStatus(await person.client.get<{ id: CustomerId }>('/customers/me'), 200);
  return { ...person, customerId: body.id };
}

/**
 * A user whose sign-up was cut short before their customer was made. By SQL: nothing stops there, and a sign-up takes 41 ms of processor
 * time, half of them for the hash of the password, this 10.
 */
export async function signUpCutShort(world: World, email = someEmail()): Promise<Person> {
  passwordHash ??= hash(PASSWORD);
  await world.sql(
    `with person as (
       insert into auth_user (name, email, "emailVerified", "twoFactorEnabled") values ('Camille Durand', $1, false, false) returning id
     )
     insert into auth_account ("accountId", "providerId", "userId", password, "updatedAt")
     select id, 'credential', id, $2, now() from person`,
    [email, await passwordHash],
  );
  return withSession(world, email);
}

/** A new session of an existing user, as a sign-in leaves it behind. By SQL: for the same reason. */
async function withSession(world: World, email: string): Promise<Person> {
  const { sessionCookieName } = await import('../../src/features/access/session/index.ts');
  const token = randomUUID();
  const [session] = await world.sql<{ userId: string }>(
    `insert into auth_session ("expiresAt", "endsAt", token, "updatedAt", "userId")
     select now() + interval '7 days', now() + interval '30 days', $2, now(), id from auth_user where email = $1
     returning "userId"`,
    [email, token],
  );
  if (!session) throw new Error(`there is no user ${email}`);
  const client = world.visitor();
  const { PUBLIC_URL, SESSION_SECRET } = world.deps.config;
  const signature = createHmac('sha256', SESSION_SECRET).update(token).digest('base64');
  client.cookies.set(sessionCookieName(PUBLIC_URL), encodeURIComponent(`${token}.${signature}`));
  return { client, email, userId: session.userId };
}

/** An administrator with a session; who may do everything, unless told otherwise. */
export async function signInAdministrator(
  world: World,
  email = `admin-${randomUUID().slice(0, 13)}@mortar.test`,
  roles: readonly string[] = ['owner'],
): Promise<Person> {
  const { createAdministrator } = await import('../../src/features/access/administrators/index.ts');
  await createAdministrator(world.deps, { email, password: PASSWORD, name: 'Alix Admin', roles });
  return withSession(world, email);
}

/** A verified individual with an open provider account and money on it, allowed to trade. */
export async function verifiedInvestor(
  world: World,
  options: {
    fundsCents?: number;
    canSeeRoyalty?: boolean;
    email?: string;
    firstName?: string;
    lastName?: string;
    city?: string;
  } = {},
): Promise<Investor> {
  const investor = await signedUp(world, options.email ?? someEmail());
  const { customerId } = investor;
  await world.control('POST', '/accounts', { accountId: customerId, kind: 'individual', status: 6, balanceCents: 0 });
  // By SQL: a profile, a document, what the provider makes of it and the mailed code are most of a short test.
  await world.sql(
    `with proven as (update auth_user set "emailVerified" = true where id = $3)
     update customer set kyc_status = 'verified', provider_status = 6, can_see_royalty = $2, customer_type = 'individual', first_name = $4,
       last_name = $5, citizenship = 'FRA', city = $6, city_of_birth = 'Lyon', country = 'FRA', country_of_birth = 'FRA',
       date_of_birth = '1990-05-04', phone = '+33612345678', postcode = '69001', sex = 'female', street = '1 rue de la République',
       information_completed_at = now(), documents_completed_at = now() where id = $1`,
    [
      ...[customerId, options.canSeeRoyalty ?? true, investor.userId],
      ...[options.firstName ?? 'Camille', options.lastName ?? 'Durand', options.city ?? 'Lyon'],
    ],
  );
  if (options.fundsCents) await credit(world, customerId, options.fundsCents);
  return investor;
}

/** Money arrives at the provider and is booked. */
export async function credit(world: World, customerId: CustomerId, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${customerId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
}

/** An SPV with a wallet at the provider. */
export async function spvWithWallet(
  world: World,
  options: { country?: string; balanceCents?: number } = {},
): Promise<{ spvId: SpvId; accountId: string }> {
  const spvId = newId<SpvId>();
  const accountId = `spv-${randomInt(1_000_000_000)}`;
  await world.control('POST', '/accounts', { accountId, kind: 'legal', status: 6, balanceCents: options.balanceCents ?? 0 });
  // By SQL: the provider is asked about a new SPV later, and tests begin with a validated one.
  await world.sql(
    `insert into spv (id, name, country, provider_external_id, kyb_status, created_at, updated_at) values ($1, $2, $3, $4, 'verified', now(), now())`,
    [spvId, `SPV ${accountId}`, options.country ?? 'France', accountId],
  );
  return { spvId, accountId };
}

/** A royalty property past its funding by the world's clock: bought, open to resale, with `owners` holding bricks. */
export async function resaleProperty(
  world: World,
  options: {
    owners: readonly { customerId: CustomerId; bricks: number }[];
    /** Null: none yet. */
    officialCents?: number | null;
    returnOnInvestment?: number;
    contractType?: string;
    spvBalanceCents?: number;
  },
): Promise<{ propertyId: PropertyId; spvId: SpvId }> {
  const { spvId } = await spvWithWallet(world, { balanceCents: options.spvBalanceCents ?? 0 });
  const total = options.owners.reduce((sum, owner) => sum + owner.bricks, 0);
  const ago = daysFrom(world);
  const amountCents = Math.max(total, 1) * 1000;
  const propertyId = await publishedProperty(
    world,
    {
      ...{ investor_contract_type: options.contractType ?? 'royalty', name: 'Les Tilleuls', spv_id: spvId },
      ...{ amount_to_fund_cents: amountCents, min_amount_to_fund_cents: amountCents, total_bricks: total, min_bricks: total },
      return_on_investment_rate: Math.round((options.returnOnInvestment ?? 8) * 10_000),
      ...{ created_at: ago(100), published_at: ago(90), display_date: ago(90), funding_start_date: ago(80) },
      ...{ funding_max_end_date: ago(20), funding_ended_at: ago(30), purchased_date: ago(30), purchased_brick_count: total },
    },
    { priceCents: options.officialCents === undefined ? 1000 : options.officialCents, owners: options.owners },
  );
  return { propertyId, spvId };
}

/** An SPV and its wallet at the provider. */
export type Spv = { spvId: SpvId; accountId: string };

/** What the contract of a property says, as its draft had it: fixed by the publication. Cents. */
export type Contract = {
  amountToFundCents?: number;
  minBricks?: number;
  escrowCents?: number;
  constructionCents?: number;
  /** Before tax. */
  fundingFeesCents?: number | null;
  fiducieFeesCents?: number | null;
  operation?: object;
};

/**
 * A published property whose funding is open: `bricks` to sell at 10 EUR or `brickPriceCents`, an SPV that can collect (one of its
 * own, unless projects share `spv`).
 */
export async function openFunding(
  world: World,
  options: { bricks: number; contractType?: string; brickPriceCents?: number; spv?: Spv; contract?: Contract },
): Promise<{ propertyId: PropertyId; spvId: SpvId; accountId: string }> {
  const { spvId, accountId } = options.spv ?? (await spvWithWallet(world));
  const { bricks, brickPriceCents = 1_000, contract = {} } = options;
  const { minBricks = bricks, amountToFundCents = bricks * brickPriceCents, escrowCents = 0, constructionCents = 0 } = contract;
  const ago = daysFrom(world);
  const propertyId = await publishedProperty(
    world,
    {
      ...{ investor_contract_type: options.contractType ?? 'obligation', name: 'Les Acacias', spv_id: spvId },
      ...{ amount_to_fund_cents: amountToFundCents, min_amount_to_fund_cents: minBricks * brickPriceCents },
      ...{ total_bricks: bricks, min_bricks: minBricks, primary_market_open: true },
      ...{ created_at: ago(4), published_at: ago(3), display_date: ago(3), funding_start_date: ago(2) },
      ...{ funding_max_end_date: ago(-60), total_fund_escrow_cents: escrowCents },
      total_construction_budget_cents: constructionCents,
      funding_fees_excl_tax_cents: contract.fundingFeesCents ?? null,
      fiducie_fees_excl_tax_cents: contract.fiducieFeesCents ?? null,
      operation: contract.operation ?? null,
    },
    { priceCents: brickPriceCents, owners: [{ customerId: null, bricks }] },
  );
  return { propertyId, spvId, accountId };
}

/** Moments so many days before the world's. */
function daysFrom(world: World): (days: number) => string {
  const now = world.deps.clock.now();
  return (days) => now.subtract({ hours: days * 24 }).toString();
}

/** A property with its price and its bricks, numbered in the order of their owners. */
async function publishedProperty(
  world: World,
  columns: Readonly<Record<string, unknown>> & { published_at: string },
  { priceCents, owners }: { priceCents: number | null; owners: readonly { customerId: CustomerId | null; bricks: number }[] },
): Promise<PropertyId> {
  const row = { ...columns, id: newId<PropertyId>(), status: 'PUBLISHED', updated_at: world.deps.clock.now().toString() };
  const names = Object.keys(row).join(', ');
  // By SQL: the days of a publication and of a funding are past, and the price is a setting that a test may not share with others.
  await world.sql(
    `with published as (
       insert into property (${names}) select ${names} from jsonb_populate_record(null::property, $1) returning id, published_at, updated_at
     ), priced as (
       insert into brick_price (property_id, valid_from, price_cents, created_at) select id, published_at, $2, updated_at from published where $2::bigint is not null
     ), owner as materialized (
       select owner.*, case when customer_id is not null then gen_random_uuid() end as purchase_id
       from unnest($3::uuid[], $4::integer[]) with ordinality as owner (customer_id, bricks, place)
       where bricks > 0
     ), bought as (
       insert into purchase (id, property_id, customer_id, brick_count, amount_cents, status, window_end, created_at, updated_at)
       select owner.purchase_id, published.id, owner.customer_id, owner.bricks, owner.bricks * coalesce($2::bigint, 1000), 'confirmed', published_at, published_at, updated_at
       from published, owner where owner.customer_id is not null
       returning property_id, brick_count, amount_cents
     ), counted as (
       insert into funding_totals (property_id, confirmed_bricks, confirmed_cents)
       select property_id, sum(brick_count), sum(amount_cents) from bought group by property_id
     )
     insert into brick (id, property_id, number, owner_customer_id, purchase_id)
     select gen_random_uuid(), published.id, row_number() over (order by owner.place), owner.customer_id, owner.purchase_id
     from published, owner, generate_series(1, owner.bricks)`,
    [row, priceCents, owners.map(({ customerId }) => customerId), owners.map(({ bricks }) => bricks)],
  );
  return row.id;
}

/** Bricks that somebody buys. */
export type Holding = { investor: Investor; bricks: number };

/**
 * Sells all bricks of an open funding over HTTP and closes it: COLLECT is divided into ESCROW and MAIN. Each buyer gets the money
 * first, so that their wallet is afterwards what it was before.
 */
export async function sellAndClose(
  world: World,
  funding: { propertyId: PropertyId; brickPriceCents: number },
  holdings: readonly Holding[],
): Promise<void> {
  const { propertyId, brickPriceCents } = funding;
  for (const { investor, bricks } of holdings) {
    await credit(world, investor.customerId, bricks * brickPriceCents);
    expectStatus(await investor.client.post(`/properties/${propertyId}/purchase`, { amount: bricks }), 201);
  }
  await world.runJob('wallet-transactions');
  await world.until(async () => {
    const open = await world.sql(`select from purchase where property_id = $1 and status <> 'confirmed'`, [propertyId]);
    return open.length === 0;
  }, 'the purchases to be confirmed');
  await passWindows(world, propertyId);
  const admin = await administratorOf(world);
  expectStatus(await admin.client.post(`/administration/property/${propertyId}/funding/end/success`), 201);
}

/** The withdrawal windows of all purchases of these properties are over. */
export async function passWindows(world: World, ...propertyIds: readonly PropertyId[]): Promise<void> {
  // By SQL: the clock of the world must stay where its test has put it.
  await world.sql('update purchase set window_end = created_at where property_id = any ($1)', [propertyIds]);
}

const administrators = new WeakMap<World, Promise<Person>>();

/** An administrator who arranges what a test begins with; one of each world. */
export function administratorOf(world: World): Promise<Person> {
  const known = administrators.get(world) ?? signInAdministrator(world);
  administrators.set(world, known);
  return known;
}
