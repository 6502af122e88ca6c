// SQL of the invoices that referrers sent, and of what became of the rewards that they unblocked.

import { type SqlBool, sql } from 'kysely';
import { inPeriod, type Period } from '../../../core/db/period.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';

/**
 * All optional. `referrerCustomerId`, `propertyId` and `spvId` are met together by one reward that the invoice unblocked: an invoice
 * may be of several projects, and without an email it names no referrer itself.
 */
export type ReferralInvoiceFilters = {
  year?: number;
  status?: 'waiting' | 'paid';
  referrerCustomerId?: string;
  propertyId?: string;
  spvId?: string;
} & Period;

/** An invoice with its rewards added up; cents. */
export type ReferralInvoiceRow = Awaited<ReturnType<typeof listReferralInvoices>>[number];

/** Rewards of an invoice; one is paid when its unblocked part has arrived. */
const sumsOf = sql<{ reward_count: number; paid_cents: number; property_ids: string[] }>`(
  select count(*)::integer as reward_count,
    coalesce(sum(reward.blocked_cents) filter (where paid.status = 'CONFIRMED'), 0)::bigint as paid_cents,
    array_agg(distinct reward.property_id) as property_ids
  from referral_reward reward left join referral_payout payout on payout.id = reward.unblocked_payout_id
  left join wallet_transaction paid on paid.id = payout.wallet_transaction_id
  where reward.invoice_id = invoice.id)`.as('rewards');

/** Invoices, newest first, after the cursor's one. */
export async function listReferralInvoices(
  db: Database,
  filters: ReferralInvoiceFilters,
  { after, limit }: { after: CursorKey | undefined; limit: number },
) {
  const { year, status, referrerCustomerId, propertyId, spvId } = filters;
  let query = db
    .selectFrom('referral_invoice as invoice')
    .innerJoinLateral(sumsOf, (join) => join.onTrue())
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
    query = query.where('rewards.paid_cents', status === 'paid' ? '>=' : '<', sql.ref<number>('invoice.amount_cents'));
  if (referrerCustomerId !== undefined || propertyId !== undefined || spvId !== undefined)
    query = query.where((invoice) => {
      let met = invoice
        .selectFrom('referral_reward as met')
        .innerJoin('property', 'property.id', 'met.property_id')
        .select('met.id')
        .whereRef('met.invoice_id', '=', 'invoice.id');
      if (referrerCustomerId !== undefined) met = met.where('met.referrer_customer_id', '=', referrerCustomerId);
      if (propertyId !== undefined) met = met.where('met.property_id', '=', propertyId);
      if (spvId !== undefined) met = met.where('property.spv_id', '=', spvId);
      return invoice.exists(met);
    });
  if (after) query = query.where(sql<SqlBool>`(invoice.created_at, invoice.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('invoice.created_at', 'desc').orderBy('invoice.id', 'desc').limit(limit).execute();
}

/** Where the file of an invoice lies. */
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
