// All SQL of the final settlement.

import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { RouteAudit } from '../../core/http/route.ts';

/** Sets the moment of the final settlement once, of a property whose repayment is finished; undefined when that does not hold. */
export async function markSettled(tx: Tx, propertyId: string, at: Temporal.Instant) {
  return tx
    .updateTable('property')
    .set({ solde_de_tout_compte_done_at: at, updated_at: at })
    .where('id', '=', propertyId)
    .where('solde_de_tout_compte_done_at', 'is', null)
    .where('financial_status', '=', 'repayment-finished')
    .returningAll()
    .executeTakeFirst();
}

/** Why it was not set: when it was before, undefined for an unknown property. */
export async function findSettlement(db: Database | Tx, propertyId: string) {
  return db
    .selectFrom('property')
    .select('solde_de_tout_compte_done_at as doneAt')
    .where('id', '=', propertyId)
    .executeTakeFirst();
}

/** The project with its SPV and what was settled of it. */
export async function findProject(db: Database | Tx, propertyId: string) {
  return db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .leftJoin('final_settlement as settlement', 'settlement.property_id', 'property.id')
    .select([
      'property.id',
      'property.financial_status as financialStatus',
      'property.solde_de_tout_compte_done_at as doneAt',
      'property.spv_id as spvId',
      'spv.provider_external_id as accountId',
      'settlement.penalties_order_id as penaltiesOrderId',
      'settlement.penalties_cents as penaltiesCents',
      'settlement.penalties_from_surplus_cents as penaltiesFromSurplusCents',
      'settlement.penalties_transferred_at as penaltiesTransferredAt',
    ])
    .where('property.id', '=', propertyId)
    .executeTakeFirst();
}

/** The same, one settlement of it at a time until the end of the transaction. */
export async function lockProject(tx: Tx, propertyId: string) {
  await tx.selectFrom('property').select('id').where('id', '=', propertyId).forNoKeyUpdate().execute();
  return findProject(tx, propertyId);
}

/** What was distributed of the capital that was never lent, cents. */
export async function sumUnlentDistributed(db: Database | Tx, propertyId: string): Promise<number> {
  const row = await db
    .selectFrom('payout_run')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('total_cents'), select.lit(0)).as('sum'))
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'unlent-capital')
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Payments of the project that were archived, which puts them into SURPLUS; those out of the escrow went back there. Cents. */
export async function sumArchived(db: Database | Tx, propertyId: string): Promise<number> {
  const row = await db
    .selectFrom('payment_to_be_assigned')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), select.lit(0)).as('sum'))
    .where('property_id', '=', propertyId)
    .where('status', '=', 'archivedNotAssigned')
    .where('source', '<>', 'escrow')
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Who asked for the transfer, written to the audit once it has succeeded. */
export type PendingAudit = RouteAudit & { payload: Record<string, unknown> };

/** The transfer that is ordered now, with the purses it is held from; cents. */
export async function writePenaltiesOrder(
  tx: Tx,
  propertyId: string,
  order: { orderId: string; transactionId: string; amountCents: number; fromSurplusCents: number; at: Temporal.Instant },
): Promise<void> {
  const written = {
    penalties_order_id: order.orderId,
    penalties_transaction_id: order.transactionId,
    penalties_cents: order.amountCents,
    penalties_from_surplus_cents: order.fromSurplusCents,
  };
  await tx
    .insertInto('final_settlement')
    .values({ property_id: propertyId, created_at: order.at, ...written })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(written))
    .execute();
}

/** The last one who asks counts. */
export async function writePenaltiesAudit(tx: Tx, propertyId: string, audit: PendingAudit): Promise<void> {
  await tx
    .updateTable('final_settlement')
    .set({ pending_audit: JSON.stringify(audit) })
    .where('property_id', '=', propertyId)
    .execute();
}

/** The settlement whose penalties this order transfers, locked. */
export async function lockSettlementOfOrder(tx: Tx, orderId: string) {
  return tx
    .selectFrom('final_settlement')
    .innerJoin('property', 'property.id', 'final_settlement.property_id')
    .select([
      'final_settlement.property_id as propertyId',
      'property.spv_id as spvId',
      'penalties_transaction_id as transactionId',
      'penalties_cents as amountCents',
      'penalties_from_surplus_cents as fromSurplusCents',
      'pending_audit as audit',
    ])
    .where('penalties_order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** The outcome of the transfer; refused, nothing of it is left and it may be ordered again. */
export async function endPenaltiesOrder(tx: Tx, propertyId: string, transferredAt: Temporal.Instant | null): Promise<void> {
  const outcome =
    transferredAt === null
      ? { penalties_order_id: null, penalties_transaction_id: null, penalties_cents: 0, penalties_from_surplus_cents: 0 }
      : { penalties_transferred_at: transferredAt };
  await tx
    .updateTable('final_settlement')
    .set({ ...outcome, pending_audit: null })
    .where('property_id', '=', propertyId)
    .where('penalties_transferred_at', 'is', null)
    .execute();
}
