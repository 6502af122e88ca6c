// SQL of payments to be assigned: reading, inserting, assigning, archiving.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { PaymentRow, PaymentSource } from './rules.ts';

/** Columns of a {@link PaymentRow}. */
export const PAYMENT_COLUMNS = [
  'id',
  'property_id as propertyId',
  'spv_id as spvId',
  'status',
  'amount_cents as amountCents',
  'lineage',
  'origin_wire_id as originWireId',
  'origin_amount_cents as originAmountCents',
  'payment',
  'source',
  'debit_account_id as debitAccountId',
  'provider_wire_id as providerWireId',
  'payment_order_id as paymentOrderId',
  'payment_date as paymentDate',
  'comment',
  'target_echeance_id as targetEcheanceId',
  'switching_to_property_id as switchingToPropertyId',
  'wallet_transaction_id as walletTransactionId',
] as const;

/** The record with this id. */
export async function findPayment(db: Database | Tx, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment_to_be_assigned').select(PAYMENT_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return tx.selectFrom('payment_to_be_assigned').select(PAYMENT_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** A new waiting record; cents. */
export type NewWaitingPayment = {
  id: string;
  propertyId: PropertyId | null;
  spvId: SpvId;
  amountCents: Cents;
  payment: PaymentRow['payment'];
  source: PaymentSource;
  paymentDate: Temporal.PlainDate;
  comment: string;
  at: Temporal.Instant;
  debitAccountId?: string;
  providerWireId?: number;
  paymentOrderId?: string;
  walletTransactionId?: string;
  targetEcheanceId?: EcheanceId;
};

/** Writes a waiting parent record. */
export async function insertWaitingPayment(tx: Tx, payment: NewWaitingPayment): Promise<PaymentRow> {
  return tx
    .insertInto('payment_to_be_assigned')
    .values({
      id: payment.id,
      property_id: payment.propertyId,
      spv_id: payment.spvId,
      status: 'waiting',
      amount_cents: payment.amountCents,
      payment: payment.payment,
      source: payment.source,
      debit_account_id: payment.debitAccountId ?? null,
      provider_wire_id: payment.providerWireId ?? null,
      payment_order_id: payment.paymentOrderId ?? null,
      wallet_transaction_id: payment.walletTransactionId ?? null,
      target_echeance_id: payment.targetEcheanceId ?? null,
      payment_date: payment.paymentDate,
      comment: payment.comment,
      created_at: payment.at,
    })
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Waiting records, newest first. */
export async function listWaitingPayments(
  db: Database,
  { spvId, limit, after }: { spvId?: SpvId | undefined; limit: number; after: CursorKey | undefined },
) {
  // A literal: with a parameter, a prepared statement cannot use the partial index.
  let query = db
    .selectFrom('payment_to_be_assigned')
    .select(PAYMENT_COLUMNS)
    .select('created_at as createdAt')
    .where('status', '=', sql.lit('waiting' as const));
  if (spvId !== undefined) query = query.where('spv_id', '=', spvId);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** From waiting to assigned, which sets the project of a record without one; false when it is not waiting any more. */
export async function markAssigned(
  tx: Tx,
  { id, propertyId }: PaymentRow,
  assignment: {
    propertyId: PropertyId;
    echeanceId: EcheanceId;
    paymentFor: 'mensualite' | 'capitalRepayment';
    onLastEcheance: boolean;
    comment: string | null;
    at: Temporal.Instant;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('payment_to_be_assigned')
    .set({
      status: 'assigned',
      property_id: assignment.propertyId,
      project_named_by_assignment: propertyId === null,
      assigned_echeance_id: assignment.echeanceId,
      payment_for: assignment.paymentFor,
      on_last_echeance: assignment.onLastEcheance,
      assign_comment: assignment.comment,
      assigned_at: assignment.at,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** From waiting to archivedNotAssigned, with the parts that left the books; false when it is not waiting any more. */
export async function markArchived(
  tx: Tx,
  id: string,
  archive: {
    propertyId: PropertyId | null;
    /** The archive names the project, which is forgotten again when it is taken back. */
    isNamed: boolean;
    comment: string;
    claimFilledCents: Cents;
    coveredCents: Cents;
    offProviderCents: Cents;
    at: Temporal.Instant;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('payment_to_be_assigned')
    .set({
      status: 'archivedNotAssigned',
      property_id: archive.propertyId,
      project_named_by_assignment: archive.isNamed,
      claim_filled_cents: archive.claimFilledCents,
      covered_cents: archive.coveredCents,
      archived_off_provider_cents: archive.offProviderCents,
      archive_comment: archive.comment,
      archived_at: archive.at,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
