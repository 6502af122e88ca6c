// SQL of referral codes and referrers.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';

/** Id of the customer with this normalised referral code. */
export async function findOwnerOfCode(db: Database, code: string): Promise<CustomerId | undefined> {
  const row = await db.selectFrom('customer').select('id').where('referral_code', '=', code).executeTakeFirst();
  return row?.id;
}

/** Whether the customer has a referrer. */
export async function hasReferrer(db: Database, customerId: CustomerId): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('referrer_customer_id', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether `referrerId` is a direct or indirect referrer of `refereeId`. Exact while no concurrent transaction sets a referrer.
 */
export async function isReferredBy(tx: Tx, link: { refereeId: CustomerId; referrerId: CustomerId }): Promise<boolean> {
  const { rows } = await sql`
    with recursive above (id) as (
      select referrer_customer_id
      from customer
      where id = ${link.refereeId}::uuid
      union
      select customer.referrer_customer_id
      from above
      join customer on customer.id = above.id
    )
    select
    from above
    where id = ${link.referrerId}::uuid`.execute(tx);
  return rows.length > 0;
}

/** Whether this is the customer's referrer. */
export async function isReferrerOf(db: Database, link: { customerId: CustomerId; referrerId: CustomerId }): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', link.customerId)
    .where('referrer_customer_id', '=', link.referrerId)
    .executeTakeFirst();
  return row !== undefined;
}

type Page = { limit: number; after: CursorKey | undefined };

/** The customer's code, their referrer, and how many they referred. */
export async function findLinksOf(db: Database, customerId: CustomerId) {
  return db
    .selectFrom('customer')
    .leftJoin('customer as referrer', 'referrer.id', 'customer.referrer_customer_id')
    .select([
      'customer.referral_code as referralCode',
      'referrer.id as referrerId',
      'referrer.first_name as firstName',
      'referrer.last_name as lastName',
      sql<number>`(select count(*) from customer referee where referee.referrer_customer_id = customer.id)`.as('refereeCount'),
    ])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow();
}

/** The investors whom the customer referred, newest first, one more than `limit` when there are more; cents. */
export async function findReferees(db: Database, customerId: CustomerId, { limit, after }: Page) {
  let query = db
    .selectFrom('customer')
    .select([
      'customer.id',
      'customer.first_name as firstName',
      'customer.last_name as lastName',
      'customer.created_at as createdAt',
      sql<Cents>`coalesce((
        select sum(amount_cents) from referral_reward where referee_customer_id = customer.id), 0)::bigint`.as('rewardCents'),
    ])
    .where('customer.referrer_customer_id', '=', customerId);
  if (after)
    query = query.where(sql<boolean>`(customer.created_at, customer.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('customer.created_at', 'desc')
    .orderBy('customer.id', 'desc')
    .limit(limit + 1)
    .execute();
}

const WAITING = sql<Cents>`case when reward.invoice_id is null then reward.blocked_cents else 0 end`;
const PAID = sql<Cents>`
  case when free.status = 'CONFIRMED' then reward.amount_cents - reward.blocked_cents else 0 end
  + case when unblocked.status = 'CONFIRMED' then reward.blocked_cents else 0 end`;

/** The customer's rewards, each part with the transaction that pays it. */
function rewardsOf(db: Database, customerId: CustomerId) {
  return db
    .selectFrom('referral_reward as reward')
    .leftJoin('referral_payout as free_payout', 'free_payout.id', 'reward.free_payout_id')
    .leftJoin('wallet_transaction as free', 'free.id', 'free_payout.wallet_transaction_id')
    .leftJoin('referral_payout as unblocked_payout', 'unblocked_payout.id', 'reward.unblocked_payout_id')
    .leftJoin('wallet_transaction as unblocked', 'unblocked.id', 'unblocked_payout.wallet_transaction_id')
    .where('reward.referrer_customer_id', '=', customerId);
}

/** All rewards of the customer together, cents. */
export async function sumRewardsOf(db: Database, customerId: CustomerId) {
  return rewardsOf(db, customerId)
    .select([
      sql<Cents>`coalesce(sum(reward.amount_cents), 0)::bigint`.as('amountCents'),
      sql<Cents>`coalesce(sum(${WAITING}), 0)::bigint`.as('waitingForInvoiceCents'),
      sql<Cents>`coalesce(sum(${PAID}), 0)::bigint`.as('paidCents'),
    ])
    .executeTakeFirstOrThrow();
}

/** The customer's rewards, newest first, one more than `limit` when there are more; cents. */
export async function findRewardsOf(db: Database, customerId: CustomerId, { limit, after }: Page) {
  let query = rewardsOf(db, customerId)
    .innerJoin('property', 'property.id', 'reward.property_id')
    .innerJoin('customer as referee', 'referee.id', 'reward.referee_customer_id')
    .select([
      'reward.id',
      'reward.property_id as propertyId',
      'property.name as propertyName',
      'referee.first_name as firstName',
      'referee.last_name as lastName',
      'reward.year',
      'reward.created_at as createdAt',
      'reward.amount_cents as amountCents',
      sql<Cents>`(${WAITING})::bigint`.as('waitingForInvoiceCents'),
      sql<Cents>`(${PAID})::bigint`.as('paidCents'),
    ]);
  if (after) query = query.where(sql<boolean>`(reward.created_at, reward.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('reward.created_at', 'desc')
    .orderBy('reward.id', 'desc')
    .limit(limit + 1)
    .execute();
}
