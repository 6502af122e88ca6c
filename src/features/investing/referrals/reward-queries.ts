// SQL of referral rewards: recording them, the blocked parts that wait for an invoice, and the invoices that unblocked them. Payouts
// are in payout-queries.ts.

import { type SqlBool, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';
import type { FileType } from '../../../providers/storage/index.ts';
import type { BlockedReward } from './rules.ts';

/**
 * Referrers of the investors with a confirmed purchase of the property, locked in id order against other closings; one whose account is closed earns
 * nothing any more.
 */
export async function lockReferrers(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ customer_id: CustomerId }>`
    insert into referrer (customer_id, last_rewarded_at)
    select distinct referee.referrer_customer_id, ${at}::timestamptz
    from purchase
    join customer referee on referee.id = purchase.customer_id
    join customer person on person.id = referee.referrer_customer_id and person.closed_at is null
    where purchase.property_id = ${propertyId}::uuid
      and purchase.status = 'confirmed'
    order by referee.referrer_customer_id
    on conflict (customer_id) do update set last_rewarded_at = excluded.last_rewarded_at
    returning customer_id`.execute(tx);
  return rows.map((row) => row.customer_id);
}

/** The input of the rewards of a property; the caller has locked the `referrers`. */
export type NewRewards = {
  propertyId: PropertyId;
  referrers: readonly string[];
  rewardBps: number;
  periodMonths: number;
  capCents: Cents;
  year: number;
  at: Temporal.Instant;
};

/**
 * Writes all rewards of a property in one statement: amounts, order, and the blocked part of each above what remains of its
 * referrer's yearly cap. Ids are random, but within a closing they ascend with the purchases: the oldest purchase uses the cap
 * first (A-referral-rewards-2). The period is counted in Paris months, its end excluded (A-referral-rewards-1).
 */
export async function insertRewards(tx: Tx, rewards: NewRewards): Promise<number> {
  const { propertyId, referrers, rewardBps, periodMonths, capCents, year, at } = rewards;
  const { numAffectedRows } = await sql`
    with earned as (
      select purchase.id as purchase_id,
        referee.id as referee_id,
        referee.referrer_customer_id as referrer_id,
        floor(purchase.amount_cents::numeric * ${rewardBps}::integer / 10000)::bigint as cents,
        purchase.created_at as bought_at
      from purchase
      join customer referee on referee.id = purchase.customer_id
      where purchase.property_id = ${propertyId}::uuid
        and purchase.status = 'confirmed'
        and referee.referrer_customer_id = any (${[...referrers]}::uuid[])
        and purchase.created_at < (
          referee.created_at at time zone 'Europe/Paris' + make_interval(months => ${periodMonths}::integer)
        ) at time zone 'Europe/Paris'
    ), ranked as (
      select *, row_number() over (order by bought_at, purchase_id) as rank
      from earned
      where cents > 0
    ), ids as (
      select id, row_number() over (order by id) as rank
      from (select gen_random_uuid() as id from generate_series(1, (select count(*) from ranked))) as random
    ), earlier as (
      select referrer_customer_id as referrer_id, sum(amount_cents) as cents
      from referral_reward
      where referrer_customer_id = any (${[...referrers]}::uuid[]) and year = ${year}::integer
      group by referrer_customer_id
    ), counted as (
      select ranked.*,
        ids.id,
        greatest(
          ${capCents}::bigint
            - coalesce(earlier.cents, 0)
            - coalesce(sum(ranked.cents) over before_this, 0),
          0
        ) as allowed
      from ranked
      join ids using (rank)
      left join earlier using (referrer_id)
      window before_this as (
        partition by ranked.referrer_id
        order by ranked.rank
        rows between unbounded preceding and 1 preceding
      )
    )
    insert into referral_reward (
      id, purchase_id, property_id, referrer_customer_id, referee_customer_id,
      year, amount_cents, blocked_cents, created_at
    )
    select id, purchase_id, ${propertyId}::uuid, referrer_id, referee_id,
      ${year}::integer, cents, (cents - least(cents, allowed))::bigint, ${at}::timestamptz
    from counted`.execute(tx);
  if (numAffectedRows === undefined) throw new Error('the database did not count the inserted rewards');
  return Number(numAffectedRows);
}

/** What decides the payout status of a property; undefined when there is none. */
export async function findPayoutState(db: Database, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .select(['financial_status as financialStatus', 'referral_paid_at as referralPaidAt'])
    .where('id', '=', propertyId)
    .executeTakeFirst();
}

/** Blocked and unblocked cents by referrer's email and year, without rewards that were wholly below the cap. */
export async function sumAboveCap(db: Database) {
  return (
    db
      .selectFrom('referral_reward as reward')
      .innerJoin('customer', 'customer.id', 'reward.referrer_customer_id')
      .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
      // A literal, not a parameter: a prepared statement can use the partial index only for a value that it knows.
      .where('reward.blocked_cents', '>', sql.lit(0))
      .groupBy(['auth_user.email', 'reward.year'])
      .orderBy('auth_user.email')
      .orderBy('reward.year')
      .select([
        'auth_user.email',
        'reward.year',
        sql<Cents>`
          coalesce(sum(reward.blocked_cents) filter (where reward.invoice_id is null), 0)::bigint`.as('waitingCents'),
        sql<Cents>`coalesce(sum(reward.blocked_cents) filter (where reward.invoice_id is not null), 0)::bigint`.as(
          'receivedCents',
        ),
      ])
      .execute()
  );
}

/** Blocked rewards of the year, oldest first, locked; of one referrer or of all. */
export async function lockBlockedRewards(
  tx: Tx,
  { year, referrerId }: { year: number; referrerId: CustomerId | undefined },
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
  amountCents: Cents;
  referrerId: CustomerId | undefined;
  storageKey: string;
  contentType: FileType['contentType'];
  fileDigest: Buffer;
  at: Temporal.Instant;
};

/**
 * True when the file has counted before: for this referrer, or for all of them; for anybody when `referrerId` is undefined. Exact only
 * while the caller holds the lock on the digest.
 */
export async function hasFileCounted(
  tx: Tx,
  { fileDigest, referrerId }: Pick<NewInvoice, 'fileDigest' | 'referrerId'>,
): Promise<boolean> {
  let query = tx.selectFrom('referral_invoice').select('id').where('file_digest', '=', fileDigest);
  if (referrerId !== undefined)
    query = query.where((invoice) =>
      invoice.or([invoice('referrer_customer_id', '=', referrerId), invoice('referrer_customer_id', 'is', null)]),
    );
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Writes the invoice. */
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
      file_digest: invoice.fileDigest,
      created_at: invoice.at,
    })
    .execute();
}

/** blocked -> unblocked by this invoice. The caller has locked the rewards. */
export async function unblockRewards(tx: Tx, rewardIds: readonly string[], invoiceId: string): Promise<void> {
  await tx
    .updateTable('referral_reward')
    .set({ invoice_id: invoiceId })
    .where('id', '=', (any) => any.fn.any(any.val([...rewardIds])))
    .where('invoice_id', 'is', null)
    .execute();
}

/**
 * All optional. `referrerCustomerId`, `propertyId` and `spvId` must match one and the same unblocked reward: an invoice may cover
 * several projects, and names no referrer itself when it was uploaded without an email.
 */
export type ReferralInvoiceFilters = {
  year?: number;
  status?: 'waiting' | 'paid';
  referrerCustomerId?: CustomerId;
  propertyId?: PropertyId;
  spvId?: SpvId;
} & Period;

/** An invoice with the sums of its rewards; cents. */
export type ReferralInvoiceRow = Awaited<ReturnType<typeof listReferralInvoices>>[number];

/** Sums over the rewards of an invoice; a reward is paid once the payout of its unblocked part is confirmed. */
const rewardSums = sql<{ reward_count: number; paid_cents: Cents; property_ids: PropertyId[] }>`(
  select count(*)::integer as reward_count,
    coalesce(sum(reward.blocked_cents) filter (where paid.status = 'CONFIRMED'), 0)::bigint as paid_cents,
    array_agg(distinct reward.property_id) as property_ids
  from referral_reward reward
  left join referral_payout payout on payout.id = reward.unblocked_payout_id
  left join wallet_transaction paid on paid.id = payout.wallet_transaction_id
  where reward.invoice_id = invoice.id)`.as('rewards');

/** The page of invoices that begins after the cursor, newest first. */
export async function listReferralInvoices(
  db: Database,
  filters: ReferralInvoiceFilters,
  { after, limit }: { after: CursorKey | undefined; limit: number },
) {
  const { year, status, referrerCustomerId, propertyId, spvId } = filters;
  let query = db
    .selectFrom('referral_invoice as invoice')
    .innerJoinLateral(rewardSums, (join) => join.onTrue())
    .leftJoin('customer', 'customer.id', 'invoice.referrer_customer_id')
    .leftJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      'invoice.id',
      'invoice.year',
      'invoice.amount_cents as amountCents',
      'invoice.referrer_customer_id as referrerCustomerId',
      'auth_user.email as referrerEmail',
      'invoice.content_type as contentType',
      'invoice.created_at as createdAt',
      'rewards.reward_count as unblockedRewards',
      'rewards.paid_cents as paidCents',
      'rewards.property_ids as propertyIds',
    ])
    .where(inPeriod('invoice.created_at', filters));
  if (year !== undefined) query = query.where('invoice.year', '=', year);
  if (status !== undefined)
    query = query.where('rewards.paid_cents', status === 'paid' ? '>=' : '<', sql.ref<Cents>('invoice.amount_cents'));
  if (referrerCustomerId !== undefined || propertyId !== undefined || spvId !== undefined)
    query = query.where((invoice) => {
      let matching = invoice
        .selectFrom('referral_reward as reward')
        .innerJoin('property', 'property.id', 'reward.property_id')
        .select('reward.id')
        .whereRef('reward.invoice_id', '=', 'invoice.id');
      if (referrerCustomerId !== undefined) matching = matching.where('reward.referrer_customer_id', '=', referrerCustomerId);
      if (propertyId !== undefined) matching = matching.where('reward.property_id', '=', propertyId);
      if (spvId !== undefined) matching = matching.where('property.spv_id', '=', spvId);
      return invoice.exists(matching);
    });
  if (after)
    query = query.where(sql<SqlBool>`
      (invoice.created_at, invoice.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('invoice.created_at', 'desc').orderBy('invoice.id', 'desc').limit(limit).execute();
}

/** Storage key and content type of the file of an invoice. */
export async function findInvoiceFile(
  db: Database,
  invoiceId: string,
): Promise<{ storageKey: string; contentType: string } | undefined> {
  return db
    .selectFrom('referral_invoice')
    .select(['storage_key as storageKey', 'content_type as contentType'])
    .where('id', '=', invoiceId)
    .executeTakeFirst();
}
