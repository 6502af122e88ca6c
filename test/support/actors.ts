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

/**
 * What `signUp` leaves behind, by SQL: a sign-up takes 41 ms of processor time, half of them for the hash of the password, this 10. What is
 * tested of signing up and in goes through `signUp` and the routes.
 */
async function signedUp(world: World, email: string): Promise<Investor> {
  passwordHash ??= hash(PASSWORD);
  await world.sql(
    `with person as (
       insert into auth_user (name, email, "emailVerified", "twoFactorEnabled") values ('Camille Durand', $1, false, false) returning id
     )
     insert into auth_account ("accountId", "providerId", "userId", password, "updatedAt")
     select id, 'credential', id, $2, now() from person`,
    [email, await passwordHash],
  );
  const person = await withSession(world, email);
  // The first request of a user without a customer makes one.
  const { body } = expectStatus(await person.client.get<{ id: CustomerId }>('/customers/me'), 200);
  return { ...person, customerId: body.id };
}

/** A new session of an existing user, as a sign-in leaves it behind; by SQL for the same reason. */
async function withSession(world: World, email: string): Promise<Person> {
  const { sessionCookieName } = await import('../../src/features/access/session/index.ts');
  const token = randomUUID();
  const [session] = await world.sql<{ userId: string }>(
    `insert into auth_session ("expiresAt", token, "updatedAt", "userId")
     select now() + interval '7 days', $2, now(), id from auth_user where email = $1
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

/** An administrator with a session. */
export async function signInAdministrator(
  world: World,
  email = `admin-${randomUUID().slice(0, 13)}@mortar.test`,
): Promise<Person> {
  const { createAdministrator } = await import('../../src/features/access/session/index.ts');
  await createAdministrator(world.deps, { email, password: PASSWORD, name: 'Alix Admin' });
  return withSession(world, email);
}

/** A verified individual with an open provider account and money on it, allowed to trade. */
export async function verifiedInvestor(
  world: World,
  options: { fundsCents?: number; canSeeRoyalty?: boolean; email?: string } = {},
): Promise<Investor> {
  const investor = await signedUp(world, options.email ?? someEmail());
  const { customerId } = investor;
  await world.control('POST', '/accounts', { accountId: customerId, kind: 'individual', status: 6, balanceCents: 0 });
  await world.sql(
    `update customer set kyc_status = 'verified', provider_status = 6, can_see_royalty = $2, customer_type = 'individual', first_name = 'Camille',
       last_name = 'Durand', citizenship = 'FRA', city = 'Lyon', city_of_birth = 'Lyon', country = 'FRA', country_of_birth = 'FRA',
       date_of_birth = '1990-05-04', phone = '+33612345678', postcode = '69001', sex = 'female', street = '1 rue de la République',
       information_completed_at = now(), documents_completed_at = now() where id = $1`,
    [customerId, options.canSeeRoyalty ?? true],
  );
  await world.sql('update auth_user set "emailVerified" = true where id = $1', [investor.userId]);
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
    officialCents?: number;
    returnOnInvestment?: number;
    contractType?: string;
    spvBalanceCents?: number;
  },
): Promise<{ propertyId: PropertyId; spvId: SpvId }> {
  const { spvId } = await spvWithWallet(world, { balanceCents: options.spvBalanceCents ?? 0 });
  const propertyId = newId<PropertyId>();
  const now = world.deps.clock.now().toString();
  const bricks = options.owners.reduce((sum, owner) => sum + owner.bricks, 0);
  await world.sql(
    `insert into property (id, status, investor_contract_type, name, spv_id, amount_to_fund_cents, min_amount_to_fund_cents, return_on_investment_rate,
       total_bricks, min_bricks, published_at, display_date, funding_start_date, funding_max_end_date, funding_ended_at, purchased_date, purchased_brick_count, created_at, updated_at)
     values ($1, 'PUBLISHED', $2, 'Les Tilleuls', $3, $4, $4, $5, $6, $6, $7::timestamptz - interval '90 days', $7::timestamptz - interval '90 days',
       $7::timestamptz - interval '80 days', $7::timestamptz - interval '20 days', $7::timestamptz - interval '30 days',
       $7::timestamptz - interval '30 days', $6, $7::timestamptz - interval '100 days', $7::timestamptz)`,
    [
      propertyId,
      options.contractType ?? 'royalty',
      spvId,
      Math.max(bricks, 1) * 1000,
      Math.round((options.returnOnInvestment ?? 8) * 10_000),
      bricks,
      now,
    ],
  );
  await world.sql(
    `insert into brick_price (property_id, valid_from, price_cents, created_at) values ($1, $3::timestamptz - interval '90 days', $2, $3)`,
    [propertyId, options.officialCents ?? 1000, now],
  );
  let number = 0;
  for (const owner of options.owners) {
    await world.sql(
      `insert into brick (id, property_id, number, owner_customer_id) select gen_random_uuid(), $1, $2::integer + n, $3 from generate_series(1, $4::integer) as n`,
      [propertyId, number, owner.customerId, owner.bricks],
    );
    number += owner.bricks;
  }
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
 * own, unless projects share `spv`). Written by SQL: the ways to a publication are the properties' own tests, and its days are past.
 */
export async function openFunding(
  world: World,
  options: { bricks: number; contractType?: string; brickPriceCents?: number; spv?: Spv; contract?: Contract },
): Promise<{ propertyId: PropertyId; spvId: SpvId; accountId: string }> {
  const { spvId, accountId } = options.spv ?? (await spvWithWallet(world));
  const { bricks, brickPriceCents = 1_000, contract = {} } = options;
  const { minBricks = bricks, amountToFundCents = bricks * brickPriceCents, escrowCents = 0, constructionCents = 0 } = contract;
  const propertyId = newId<PropertyId>();
  const now = world.deps.clock.now().toString();
  await world.sql(
    `insert into property (id, status, investor_contract_type, name, spv_id, amount_to_fund_cents, min_amount_to_fund_cents, total_bricks, min_bricks,
       published_at, display_date, funding_start_date, funding_max_end_date, primary_market_open, created_at, updated_at,
       total_fund_escrow_cents, total_construction_budget_cents, funding_fees_excl_tax_cents, fiducie_fees_excl_tax_cents, operation)
     values ($1, 'PUBLISHED', $2, 'Les Acacias', $3, $4, $7, $5, $8, $6::timestamptz - interval '3 days', $6::timestamptz - interval '3 days',
       $6::timestamptz - interval '2 days', $6::timestamptz + interval '60 days', true, $6::timestamptz - interval '4 days', $6::timestamptz,
       $9, $10, $11, $12, $13)`,
    [
      ...[propertyId, options.contractType ?? 'obligation', spvId, amountToFundCents, bricks, now],
      ...[minBricks * brickPriceCents, minBricks, escrowCents, constructionCents],
      ...[contract.fundingFeesCents ?? null, contract.fiducieFeesCents ?? null, contract.operation ?? null],
    ],
  );
  await world.sql(
    `insert into brick_price (property_id, valid_from, price_cents, created_at) values ($1, $2::timestamptz - interval '3 days', $3, $2)`,
    [propertyId, now, brickPriceCents],
  );
  await world.sql(
    `insert into brick (id, property_id, number) select gen_random_uuid(), $1, n from generate_series(1, $2::integer) as n`,
    [propertyId, bricks],
  );
  return { propertyId, spvId, accountId };
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
  // The windows are over: by SQL, since the clock of the world must stay where its test has put it.
  await world.sql('update purchase set window_end = created_at where property_id = $1', [propertyId]);
  const admin = await administratorOf(world);
  expectStatus(await admin.client.post(`/administration/property/${propertyId}/funding/end/success`), 201);
}

const administrators = new WeakMap<World, Promise<Person>>();

/** An administrator who arranges what a test begins with; one of each world. */
export function administratorOf(world: World): Promise<Person> {
  const known = administrators.get(world) ?? signInAdministrator(world);
  administrators.set(world, known);
  return known;
}
