// SQL that writes what is paid or owed on an echeance: payment records of this room, the status of its management fee, its
// penalties.

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** A payment and the echeance it is assigned to; cents. */
type AssignedPayment = {
  id: string;
  propertyId: PropertyId;
  spvId: SpvId;
  echeanceId: EcheanceId;
  amountCents: Cents;
  payment: 'wire' | 'other';
  source: 'directDebit' | 'escrow';
  paymentFor: 'mensualite' | 'capitalRepayment';
  paymentDate: Temporal.PlainDate;
  comment: string;
  at: Temporal.Instant;
  walletTransactionId?: string;
  providerWireId?: number;
  capitalEventId?: string;
};

/** Writes an assigned record; a second one of the same event violates `payment_of_capital_event`. */
export async function insertAssignedPayment(tx: Tx, payment: AssignedPayment): Promise<void> {
  await tx
    .insertInto('payment_to_be_assigned')
    .values({
      id: payment.id,
      property_id: payment.propertyId,
      spv_id: payment.spvId,
      status: 'assigned',
      amount_cents: payment.amountCents,
      payment: payment.payment,
      source: payment.source,
      provider_wire_id: payment.providerWireId ?? null,
      wallet_transaction_id: payment.walletTransactionId ?? null,
      capital_event_id: payment.capitalEventId ?? null,
      payment_date: payment.paymentDate,
      comment: payment.comment,
      assigned_echeance_id: payment.echeanceId,
      // As a transfer of escrow names it.
      target_echeance_id: payment.source === 'escrow' && payment.paymentFor === 'mensualite' ? payment.echeanceId : null,
      payment_for: payment.paymentFor,
      assigned_at: payment.at,
      created_at: payment.at,
    })
    .execute();
}

/** The escrow part of an event that is taken back goes back to the escrow. Throws when the event has none. */
export async function archiveEscrowPart(
  tx: Tx,
  capitalEventId: string,
  { comment, at }: { comment: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({
      ...{ status: 'archivedNotAssigned', archive_comment: comment, archived_at: at },
      ...{ assigned_echeance_id: null, payment_for: null, assigned_at: null, capital_event_id: null },
    })
    .where('capital_event_id', '=', capitalEventId)
    .where('status', '=', 'assigned')
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Writes a waiting record of a second debit; `propertyId` null: booked for the SPV. */
export async function insertWaitingDebit(
  tx: Tx,
  payment: Pick<AssignedPayment, 'id' | 'spvId' | 'amountCents' | 'paymentDate' | 'comment' | 'at'> & {
    propertyId: PropertyId | null;
    walletTransactionId: string;
    providerWireId: number;
  },
): Promise<void> {
  await tx
    .insertInto('payment_to_be_assigned')
    .values({
      id: payment.id,
      property_id: payment.propertyId,
      spv_id: payment.spvId,
      status: 'waiting',
      amount_cents: payment.amountCents,
      payment: 'wire',
      source: 'directDebit',
      provider_wire_id: payment.providerWireId,
      wallet_transaction_id: payment.walletTransactionId,
      payment_date: payment.paymentDate,
      comment: payment.comment,
      created_at: payment.at,
    })
    .execute();
}

/** Takes the payment off its echeance for good; it is shown as archived. Throws when its status has changed. */
export async function markChargedBack(
  tx: Tx,
  payment: { paymentId: string; status: 'waiting' | 'assigned' | 'archivedNotAssigned' },
  end: { comment: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({
      status: 'chargedBack',
      assigned_echeance_id: null,
      payment_for: null,
      assigned_at: null,
      archived_at: end.at,
      archive_comment: end.comment,
    })
    .where('id', '=', payment.paymentId)
    .where('status', '=', payment.status)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** From notExecuted to pending: its transfer is ordered. Throws when it was not notExecuted. */
export async function markFeePending(
  tx: Tx,
  echeanceId: EcheanceId,
  transfer: { orderId: string; takenCents: Cents },
): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({
      management_fees_status: 'pending',
      management_fees_order_id: transfer.orderId,
      management_fees_taken_cents: transfer.takenCents,
    })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'notExecuted')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee of ${echeanceId} is not open`));
}

/** From pending to notExecuted: the provider refused. Throws when it was not pending. */
export async function markFeeRefused(tx: Tx, echeanceId: EcheanceId): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({ management_fees_status: 'notExecuted', management_fees_order_id: null, management_fees_taken_cents: 0 })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'pending')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee of ${echeanceId} is not pending`));
}

/** From pending to executed: its transfer succeeded. Throws when it was not pending. */
export async function markFeeTransferred(tx: Tx, echeanceId: EcheanceId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({ management_fees_status: 'executed', management_fees_executed_at: at })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'pending')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee of ${echeanceId} is not pending`));
}

/**
 * From notExecuted to executed by hand; false when it was in another status. `takenCents`: the part that was paid with money assigned to
 * the echeance; null: the fee was paid outside.
 */
export async function markFeeExecutedByHand(
  tx: Tx,
  echeanceId: EcheanceId,
  execution: { comment: string; takenCents: Cents | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('echeance')
    .set({
      management_fees_status: 'executed',
      management_fees_executed_at: execution.at,
      management_fees_comment: execution.comment,
      management_fees_paid_outside: execution.takenCents === null,
      management_fees_taken_cents: execution.takenCents ?? 0,
    })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'notExecuted')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to an open fee, negative: takes off it; cents. Throws when it was executed or is on its way. */
export async function changeFee(tx: Tx, echeanceId: EcheanceId, change: { exclTaxCents: Cents; vatCents: Cents }): Promise<void> {
  await tx
    .updateTable('echeance')
    .set((eb) => ({
      management_fees_excl_tax_cents: eb('management_fees_excl_tax_cents', '+', change.exclTaxCents),
      management_fees_vat_cents: eb('management_fees_vat_cents', '+', change.vatCents),
    }))
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'notExecuted')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee of ${echeanceId} is not open`));
}

/** Replaces the penalty of an echeance; cents. `feesTakenCents`: the part of its fee that the penalty does not take back. */
export async function writePenalty(
  tx: Tx,
  echeanceId: EcheanceId,
  penalty: { total: Cents; forInvestors: Cents; forBricks: Cents; feesTakenCents: Cents; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({
      penalty_total_cents: penalty.total,
      penalty_for_investors_cents: penalty.forInvestors,
      penalty_for_bricks_cents: penalty.forBricks,
      management_fees_taken_cents: penalty.feesTakenCents,
      updated_at: penalty.at,
    })
    .where('id', '=', echeanceId)
    .execute();
}
