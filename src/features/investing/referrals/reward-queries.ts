// SQL of the referral rewards: counting them, and the blocked parts that wait for an invoice. Their payout has a file of its own.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { FileType } from '../../../providers/storage/index.ts';
import type { BlockedReward } from './reward-rules.ts';

/** Referrers of whoever has a confirmed purchase of the property, each locked against other rewards, in id order. */
export async function lockReferrers(tx: Tx, propertyId: string, at: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    insert into referrer (customer_id, last_rewarded_at)
    select distinct referee.referrer_customer_id, ${at}::timestamptz
    from purchase join customer referee on referee.id = purchase.customer_id
    where purchase.property_id = ${propertyId}::uuid and purchase.status = 'confirmed' and referee.referrer_customer_id is not null
    order by referee.referrer_customer_id
    on conflict (customer_id) do update set last_rewarded_at = excluded.last_rewarded_at
    returning customer_id`.execute(tx);
  return rows.map((row) => row.customer_id);
}

/** What rewards are counted from; `referrers` are locked. */
export type NewRewards = {
  propertyId: string;
  referrers: readonly string[];
  rewardBps: number;
  periodMonths: number;
  capCents: number;
  year: number;
  at: Temporal.Instant;
};

/**
 * One statement for all rewards of a property: amounts, order, and the part of each above what its referrer has left of the
 * year. Ids are random, but within the closing they ascend with the purchases: the oldest purchase uses the cap first
 * (A-referral-rewards-2). The period is counted in Paris months, its end excluded (A-referral-rewards-1).
 */
export async function insertRewards(tx: Tx, rewards: NewRewards): Promise<number> {
  const { propertyId, referrers, rewardBps, periodMonths, capCents, year, at } = rewards;
  const result = await sql`
    with earned as (
      select purchase.id as purchase_id, referee.id as referee_id, referee.referrer_customer_id as referrer_id,
        floor(purchase.amount_cents::numeric * ${rewardBps}::integer / 10000)::bigint as cents,
        purchase.created_at as bought_at
      from purchase join customer referee on referee.id = purchase.customer_id
      where purchase.property_id = ${propertyId}::uuid and purchase.status = 'confirmed'
        and referee.referrer_customer_id = any (${[...referrers]}::uuid[])
        and purchase.created_at < (referee.created_at at time zone 'Europe/Paris' + make_interval(months => ${periodMonths}::integer)) at time zone 'Europe/Paris'
    ), placed as (
      select *, row_number() over (order by bought_at, purchase_id) as place from earned where cents > 0
    ), ids as (
      select id, row_number() over (order by id) as place
      from (select gen_random_uuid() as id from generate_series(1, (select count(*) from placed))) as random
    ), earlier as (
      select referrer_customer_id as referrer_id, sum(amount_cents) as cents from referral_reward
      where referrer_customer_id = any (${[...referrers]}::uuid[]) and year = ${year}::integer group by referrer_customer_id
    ), counted as (
      select placed.*, ids.id, greatest(${capCents}::bigint - coalesce(earlier.cents, 0)
        - coalesce(sum(placed.cents) over (partition by placed.referrer_id order by placed.place rows between unbounded preceding and 1 preceding), 0), 0) as allowed
      from placed join ids using (place) left join earlier using (referrer_id)
    )
    insert into referral_reward (id, purchase_id, property_id, referrer_customer_id, referee_customer_id, year, amount_cents, blocked_cents, created_at)
    select id, purchase_id, ${propertyId}::uuid, referrer_id, referee_id, ${year}::integer, cents, (cents - least(cents, allowed))::bigint, ${at}::timestamptz
    from counted`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/** What decides the payout status of a property; undefined when there is none. */
export async function findPayoutState(db: Database, propertyId: string) {
  return db
    .selectFrom('property')
    .select(['financial_status as financialStatus', 'referral_paid_at as referralPaidAt'])
    .where('id', '=', propertyId)
    .executeTakeFirst();
}

/** Blocked and unblocked cents by referrer's email and year, only where something was ever above the cap. */
export async function sumAboveCap(db: Database) {
  return (
    db
      .selectFrom('referral_reward as reward')
      .innerJoin('customer', 'customer.id', 'reward.referrer_customer_id')
      .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
      // See listIdleOrders of the wallet: the word of a partial index.
      .where('reward.blocked_cents', '>', sql.lit(0))
      .groupBy(['auth_user.email', 'reward.year'])
      .orderBy('auth_user.email')
      .orderBy('reward.year')
      .select([
        'auth_user.email',
        'reward.year',
        sql<number>`coalesce(sum(reward.blocked_cents) filter (where reward.invoice_id is null), 0)::bigint`.as('waitingCents'),
        sql<number>`coalesce(sum(reward.blocked_cents) filter (where reward.invoice_id is not null), 0)::bigint`.as(
          'receivedCents',
        ),
      ])
      .execute()
  );
}

/** Customer with this email, case apart. */
export async function findCustomerByEmail(tx: Tx, email: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('customer')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select('customer.id')
    .where(sql<string>`lower(auth_user.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

/** Rewards of the year that wait for an invoice, oldest first, locked; of one referrer or of all. */
export async function lockBlockedRewards(
  tx: Tx,
  { year, referrerId }: { year: number; referrerId: string | undefined },
): Promise<BlockedReward[]> {
  let query = tx
    .selectFrom('referral_reward')
    .select(['id', 'blocked_cents as blockedCents'])
    .where('year', '=', year)
    .where('blocked_cents', '>', sql.lit(0))
    .where('invoice_id', 'is', null);
  if (referrerId !== undefined) query = query.where('referrer_customer_id', '=', referrerId);
  return query.orderBy('created_at').orderBy('id').forUpdate().execute();
}

/** A stored invoice; its amount in cents. */
export type NewInvoice = {
  id: string;
  year: number;
  amountCents: number;
  referrerId: string | undefined;
  storageKey: string;
  contentType: FileType['contentType'];
  at: Temporal.Instant;
};

/** Keeps the invoice. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<void> {
  await tx
    .insertInto('referral_invoice')
    .values({
      id: invoice.id,
      year: invoice.year,
      amount_cents: invoice.amountCents,
      referrer_customer_id: invoice.referrerId ?? null,
      storage_key: invoice.storageKey,
      content_type: invoice.contentType,
      created_at: invoice.at,
    })
    .execute();
}

/** Blocked to unblocked by this invoice. The rewards are locked. */
export async function unblockRewards(tx: Tx, rewardIds: readonly string[], invoiceId: string): Promise<void> {
  await tx
    .updateTable('referral_reward')
    .set({ invoice_id: invoiceId })
    .where('id', '=', (any) => any.fn.any(any.val([...rewardIds])))
    .where('invoice_id', 'is', null)
    .execute();
}
