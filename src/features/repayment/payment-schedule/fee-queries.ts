// Status changes of an echeance's management fee, for the room management-fees; under the lock of the schedule.

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

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
