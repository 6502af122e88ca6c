// SQL of payment records written by this room: collected direct debits, escrow parts of events, and charge-backs.

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** A payment and the echeance it is assigned to; cents. */
export type AssignedPayment = {
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
