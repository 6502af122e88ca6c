// Referrers and those they brought, and rewards of any amount, for the tests of both referral rooms.

import { randomUUID } from 'node:crypto';
import type { CustomerId, PropertyId } from '../../src/core/db/tables.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { recordRewards } from '../../src/features/investing/referrals/index.ts';
import { type Investor, openFunding, verifiedInvestor } from './actors.ts';
import { expectStatus, type World } from './world.ts';

/** The code of an investor, as their own view shows it. */
export async function codeOf(person: Investor): Promise<string> {
  return expectStatus(await person.client.get<{ referralCode: string }>('/customers/me'), 200).body.referralCode;
}

/** A verified investor who named `referrer`, with money. */
export async function referredBy(world: World, referrer: Investor, fundsCents = 1_000_000): Promise<Investor> {
  const referee = await verifiedInvestor(world, { fundsCents });
  expectStatus(await referee.client.post('/referrals/referrer-code', { referralCode: await codeOf(referrer) }), 201);
  return referee;
}

/** A confirmed purchase that exists only in its row, of any amount. By SQL: none of the product is without bricks and money. */
export async function purchaseRow(
  world: World,
  purchase: { propertyId: PropertyId; customerId: CustomerId; cents: number; at?: string; status?: string },
): Promise<string> {
  const id = randomUUID();
  const { propertyId, customerId, cents, status = 'confirmed' } = purchase;
  await world.sql(
    `with bought as (
       insert into purchase (id, property_id, customer_id, brick_count, amount_cents, status, window_end, created_at, updated_at)
       values ($1, $2, $3, 1, $4, $5, now(), coalesce($6::timestamptz, now()), now())
       returning property_id, brick_count, amount_cents
     )
     insert into funding_totals (property_id, confirmed_bricks, confirmed_cents)
     select property_id, brick_count, amount_cents from bought where $5 = 'confirmed'
     on conflict (property_id) do update
     set confirmed_bricks = funding_totals.confirmed_bricks + excluded.confirmed_bricks,
       confirmed_cents = funding_totals.confirmed_cents + excluded.confirmed_cents`,
    [id, propertyId, customerId, cents, status, purchase.at ?? null],
  );
  return id;
}

/** Counts the rewards of a property as its closing does. */
export function countRewards(world: World, propertyId: PropertyId): Promise<number> {
  return inTransaction(world.deps.db, (tx) => recordRewards(tx, world.deps, propertyId));
}

/** Another property for each reward of `cents` (purchase of a hundred times as much, 1 %), counted one after the other. */
export async function earn(world: World, referee: Investor, ...cents: number[]): Promise<PropertyId[]> {
  const propertyIds: PropertyId[] = [];
  for (const amount of cents) {
    const { propertyId } = await openFunding(world, { bricks: 1 });
    await purchaseRow(world, { propertyId, customerId: referee.customerId, cents: amount * 100 });
    await countRewards(world, propertyId);
    propertyIds.push(propertyId);
  }
  return propertyIds;
}
