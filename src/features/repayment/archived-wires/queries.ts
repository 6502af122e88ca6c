// SQL of archived records that are taken back, and of wires that go back to their sender.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { PAYMENT_COLUMNS, type ReceivedPayment } from '../incoming-wires/index.ts';

/** A record with what of it left the books when it was archived, cents. `isProjectNamed`: only its archive has named its project. */
export type ArchivedRow = ReceivedPayment & {
  claimFilledCents: Cents;
  coveredCents: Cents;
  offProviderCents: Cents;
  isProjectNamed: boolean;
};

/** The record with this id, locked until the end of the transaction. */
export async function lockArchived(tx: Tx, id: string): Promise<ArchivedRow | undefined> {
  return tx
    .selectFrom('received_payment')
    .select([
      ...PAYMENT_COLUMNS,
      'claim_filled_cents as claimFilledCents',
      'covered_cents as coveredCents',
      'archived_off_provider_cents as offProviderCents',
      'project_named_by_assignment as isProjectNamed',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** From archivedNotAssigned to waiting, without a project if the archive had named it. Throws when the record is not archived. */
export async function markUnarchived(tx: Tx, id: string): Promise<ReceivedPayment> {
  return tx
    .updateTable('received_payment')
    .set({
      status: 'waiting',
      property_id: sql`case when project_named_by_assignment then null else property_id end`,
      project_named_by_assignment: false,
      claim_filled_cents: 0,
      covered_cents: 0,
      archived_off_provider_cents: 0,
      archived_at: null,
      archive_comment: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'archivedNotAssigned')
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** From waiting to returning: its pay-out is ordered. Throws when it is not waiting, or switched to another project. */
export async function markReturning(
  tx: Tx,
  id: string,
  order: { paymentId: string; comment: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('received_payment')
    .set({ status: 'returning', return_payment_id: order.paymentId, archived_at: order.at, archive_comment: order.comment })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('switching_to_property_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** The wire that this pay-out returns. */
export async function findPaymentOfReturn(tx: Tx, paymentId: string): Promise<ReceivedPayment | undefined> {
  return tx.selectFrom('received_payment').select(PAYMENT_COLUMNS).where('return_payment_id', '=', paymentId).executeTakeFirst();
}

/** From returning to returned for good, or, refused, back to waiting. Throws when it is not returning. */
export async function endReturn(tx: Tx, id: string, to: 'returned' | 'waiting'): Promise<void> {
  const refused = { return_payment_id: null, archived_at: null, archive_comment: null } as const;
  await tx
    .updateTable('received_payment')
    .set({ status: to, ...(to === 'waiting' ? refused : {}) })
    .where('id', '=', id)
    .where('status', '=', 'returning')
    .returning('id')
    .executeTakeFirstOrThrow();
}
