// All SQL of the management fees' room.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { RouteAudit } from '../../core/http/route.ts';

function selectFees(db: Database | Tx) {
  return db
    .selectFrom('echeance')
    .innerJoin('property', 'property.id', 'echeance.property_id')
    .innerJoin('payment_schedule', 'payment_schedule.property_id', 'echeance.property_id')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .select([
      'echeance.id as echeanceId',
      'echeance.property_id as propertyId',
      'property.name as propertyName',
      'spv.id as spvId',
      'payment_schedule.spv_country as country',
      'spv.provider_external_id as accountId',
      'echeance.number',
      'echeance.period',
      'echeance.due_date as dueDate',
      'echeance.management_fees_excl_tax_cents as exclTaxCents',
      'echeance.management_fees_vat_cents as vatCents',
      'echeance.management_fees_status as status',
      'echeance.management_fees_executed_at as executedAt',
      'echeance.management_fees_comment as comment',
      'echeance.management_fees_order_id as orderId',
      'echeance.management_fees_taken_cents as takenCents',
    ]);
}

/** A fee with its property and SPV; amounts in cents. */
export type FeeRow = Awaited<ReturnType<typeof listFeesOfPeriod>>[number];

/** Fees of one month across all properties, by property name. */
export async function listFeesOfPeriod(db: Database, period: string) {
  return selectFees(db)
    .where('echeance.period', '=', period)
    .where('echeance.management_fees_excl_tax_cents', '>', 0)
    .orderBy('property.name')
    .orderBy('echeance.id')
    .execute();
}

/** Fees up to a month that are not executed, oldest first. */
export async function listOpenFeesUntil(db: Database, lastPeriod: string): Promise<FeeRow[]> {
  return selectFees(db)
    .where('echeance.period', '<=', lastPeriod)
    .where('echeance.management_fees_status', '<>', sql.lit('executed' as const))
    .where('echeance.management_fees_excl_tax_cents', '>', 0)
    .orderBy('echeance.period')
    .orderBy('property.name')
    .orderBy('echeance.id')
    .execute();
}

/** The fee of an echeance, undefined when it has none; exact under the lock of its schedule. */
export async function findFee(tx: Tx, echeanceId: string): Promise<FeeRow | undefined> {
  return selectFees(tx)
    .where('echeance.id', '=', echeanceId)
    .where('echeance.management_fees_excl_tax_cents', '>', 0)
    .executeTakeFirst();
}

/** The transaction that stands for an order. */
export async function findTransactionOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  return (await tx.selectFrom('wallet_transaction').select('id').where('payment_order_id', '=', orderId).executeTakeFirst())?.id;
}

/** An audit row that is written once its transfer has succeeded. */
export type PendingAudit = RouteAudit & { payload: Record<string, unknown> };

/** Keeps who asked for the transfer until it is settled; the last one who asks counts. */
export async function writeFeeAudit(tx: Tx, echeanceId: string, audit: PendingAudit): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({ management_fees_pending_audit: JSON.stringify(audit) })
    .where('id', '=', echeanceId)
    .execute();
}

/** Who asked for the transfer that is settled now; it is forgotten with this reading. */
export async function takeFeeAudit(tx: Tx, echeanceId: string): Promise<PendingAudit | undefined> {
  const row = await tx
    .updateTable('echeance')
    .from((from) =>
      from.selectFrom('echeance').select(['id', 'management_fees_pending_audit']).where('id', '=', echeanceId).as('before'),
    )
    .set({ management_fees_pending_audit: null })
    .whereRef('echeance.id', '=', 'before.id')
    .returning('before.management_fees_pending_audit as audit')
    .executeTakeFirst();
  // Border: writeFeeAudit is the only writer of this column.
  return (row?.audit ?? undefined) as PendingAudit | undefined;
}

/** notExecuted to pending, its transfer ordered. False when it was not notExecuted. */
export async function markFeePending(
  tx: Tx,
  echeanceId: string,
  transfer: { orderId: string; takenCents: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('echeance')
    .set({
      management_fees_status: 'pending',
      management_fees_order_id: transfer.orderId,
      management_fees_taken_cents: transfer.takenCents,
    })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'notExecuted')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** pending back to notExecuted: the provider refused. */
export async function markFeeRefused(tx: Tx, echeanceId: string): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({ management_fees_status: 'notExecuted', management_fees_order_id: null, management_fees_taken_cents: 0 })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'pending')
    .execute();
}

/** To executed from the state it must be in; false when it was in another. */
export async function markFeeExecuted(
  tx: Tx,
  echeanceId: string,
  execution: { from: 'notExecuted' | 'pending'; comment: string | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('echeance')
    .set({
      management_fees_status: 'executed',
      management_fees_executed_at: execution.at,
      management_fees_comment: execution.comment,
    })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', execution.from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
