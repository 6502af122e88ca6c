// SQL of the invoices that referrers sent, with the rewards that they unblocked.

import { type SqlBool, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import { inPeriod, type Period } from '../../../core/db/period.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';

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
