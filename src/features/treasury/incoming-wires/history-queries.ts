// SQL of the history of payments.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';

/** A settled record with the names around it. */
export type HistoryRow = Awaited<ReturnType<typeof listSettledPayments>>[number];

/** Assigned and archived records, newest first, in one statement; one more than `limit` when there are more. */
export async function listSettledPayments(
  db: Database,
  { propertyId, spvId, limit, after }: { propertyId?: PropertyId; spvId?: SpvId; limit: number; after: CursorKey | undefined },
) {
  let query = db
    .selectFrom('payment_to_be_assigned as payment')
    .innerJoin('spv', 'spv.id', 'payment.spv_id')
    .leftJoin('property', 'property.id', 'payment.property_id')
    .leftJoin('echeance', 'echeance.id', 'payment.assigned_echeance_id')
    .select([
      'payment.id',
      'payment.property_id as propertyId',
      'payment.spv_id as spvId',
      'payment.status',
      'payment.amount_cents as amountCents',
      'payment.lineage',
      'payment.origin_wire_id as originWireId',
      'payment.origin_amount_cents as originAmountCents',
      'payment.payment',
      'payment.source',
      'payment.debit_account_id as debitAccountId',
      'payment.provider_wire_id as providerWireId',
      'payment.payment_order_id as paymentOrderId',
      'payment.payment_date as paymentDate',
      'payment.comment',
      'payment.target_echeance_id as targetEcheanceId',
      'payment.switching_to_property_id as switchingToPropertyId',
      'payment.wallet_transaction_id as walletTransactionId',
      'payment.payment_for as paymentFor',
      'payment.assigned_at as assignedAt',
      'payment.assign_comment as assignComment',
      'payment.archived_at as archivedAt',
      'payment.archive_comment as archiveComment',
      'spv.name as spvName',
      'property.name as propertyName',
      'echeance.id as echeanceId',
      'echeance.number as echeanceNumber',
      'echeance.period as echeancePeriod',
    ])
    .select('payment.created_at as createdAt')
    .where('payment.status', '<>', sql.lit('waiting' as const));
  if (propertyId !== undefined) query = query.where('payment.property_id', '=', propertyId);
  if (spvId !== undefined) query = query.where('payment.spv_id', '=', spvId);
  if (after) query = query.where(sql<boolean>`(payment.created_at, payment.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit + 1)
    .execute();
}
