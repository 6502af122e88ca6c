// SQL of payments to be assigned with the names around them: the history, and the lists and pages of the console.

import { type NotNull, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';

/** A record with the names around it. */
export type HistoryRow = Awaited<ReturnType<typeof listSettledPayments>>[number];

function selectNamed(db: Database) {
  return db
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
      'payment.return_order_id as returnOrderId',
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
      'payment.created_at as createdAt',
      'spv.name as spvName',
      'property.name as propertyName',
      'echeance.id as echeanceId',
      'echeance.number as echeanceNumber',
      'echeance.period as echeancePeriod',
    ]);
}

/** Assigned and archived records, newest first, in one statement; one more than `limit` when there are more. */
export async function listSettledPayments(
  db: Database,
  { propertyId, spvId, limit, after }: { propertyId?: PropertyId; spvId?: SpvId; limit: number; after: CursorKey | undefined },
) {
  let query = selectNamed(db).where('payment.status', '<>', sql.lit('waiting' as const));
  if (propertyId !== undefined) query = query.where('payment.property_id', '=', propertyId);
  if (spvId !== undefined) query = query.where('payment.spv_id', '=', spvId);
  if (after) query = query.where(sql<boolean>`(payment.created_at, payment.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** What a list of the console is narrowed by; what was charged back or returned is among the archived. */
export type PaymentFilters = { state: 'waiting' | 'assigned' | 'archived'; propertyId?: PropertyId; spvId?: SpvId };

/** Records of one state, newest first, one more than `limit` when there are more. */
export async function findPaymentsPage(
  db: Database,
  { state, propertyId, spvId }: PaymentFilters,
  page: { limit: number; after: CursorKey | undefined },
): Promise<HistoryRow[]> {
  let query = selectNamed(db);
  // Literals: with a parameter, a prepared statement cannot use the partial indexes.
  if (state === 'waiting') query = query.where('payment.status', '=', sql.lit('waiting' as const));
  else query = query.where('payment.status', '<>', sql.lit('waiting' as const));
  if (state === 'assigned') query = query.where('payment.status', '=', 'assigned');
  if (state === 'archived')
    query = query.where('payment.status', 'in', ['archivedNotAssigned', 'chargedBack', 'returning', 'returned']);
  if (propertyId !== undefined) query = query.where('payment.property_id', '=', propertyId);
  if (spvId !== undefined) query = query.where('payment.spv_id', '=', spvId);
  if (page.after) {
    const { at, id } = page.after;
    query = query.where(sql<boolean>`(payment.created_at, payment.id) < (${at}, ${id})`);
  }
  return query
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** How many records wait, and what they amount to; cents. */
export async function sumWaiting(db: Database): Promise<{ count: number; amountCents: Cents }> {
  return db
    .selectFrom('payment_to_be_assigned')
    .select((eb) => [
      sql<number>`count(*)::integer`.as('count'),
      eb.fn.coalesce(eb.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('amountCents'),
    ])
    .where('status', '=', sql.lit('waiting' as const))
    .executeTakeFirstOrThrow();
}

/** One record. */
export async function findNamedPayment(db: Database, id: string): Promise<HistoryRow | undefined> {
  return selectNamed(db).where('payment.id', '=', id).executeTakeFirst();
}

/** The parts of one split wire, the largest first; at most 100. */
export async function listParts(db: Database, originWireId: string) {
  return db
    .selectFrom('payment_to_be_assigned')
    .select(['id', 'amount_cents as amountCents', 'status'])
    .where('origin_wire_id', '=', originWireId)
    .orderBy('amount_cents', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

const DEBIT_ACCOUNTS = 20;

/** Accounts that payments were taken from, each with its last payment and the project of that one, newest first. */
export async function listUsedDebitAccounts(db: Database, propertyId: PropertyId | undefined) {
  let used = db
    .selectFrom('payment_to_be_assigned as payment')
    .leftJoin('property', 'property.id', 'payment.property_id')
    .distinctOn('payment.debit_account_id')
    .select(['payment.debit_account_id as accountId', 'property.name as usedFor', 'payment.created_at as usedAt'])
    .where('payment.source', '=', sql.lit('p2pAuto' as const))
    .where('payment.debit_account_id', 'is not', null)
    .$narrowType<{ accountId: NotNull }>()
    .orderBy('payment.debit_account_id')
    .orderBy('payment.created_at', 'desc');
  if (propertyId !== undefined) used = used.where('payment.property_id', '=', propertyId);
  return db.selectFrom(used.as('used')).selectAll().orderBy('usedAt', 'desc').limit(DEBIT_ACCOUNTS).execute();
}
