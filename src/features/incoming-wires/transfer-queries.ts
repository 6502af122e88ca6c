// SQL of money on its way for a record: switches to another project, transfers of automatic p2p.

import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { PAYMENT_COLUMNS } from './queries.ts';
import type { PaymentRow } from './rules.ts';

/** An audit row that is written once its transfer has succeeded. */
export type PendingAudit = RouteAudit & { payload: Record<string, unknown> };

/** The record whose money this order moves, locked until the end of the transaction. */
export async function lockPaymentOfOrder(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payment_to_be_assigned')
    .select(PAYMENT_COLUMNS)
    .where('payment_order_id', '=', orderId)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** The transaction that stands for an order. */
export async function findTransactionOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  return (await tx.selectFrom('wallet_transaction').select('id').where('payment_order_id', '=', orderId).executeTakeFirst())?.id;
}

/** Moves a waiting record to another project (and its SPV), ending a switch. */
export async function writeProject(tx: Tx, id: string, place: { propertyId: string; spvId: string }): Promise<PaymentRow> {
  return tx
    .updateTable('payment_to_be_assigned')
    .set({ property_id: place.propertyId, spv_id: place.spvId, switching_to_property_id: null })
    .where('id', '=', id)
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Notes the transfer that takes the money to another SPV; the record waits untouched until it is settled. */
export async function beginSwitch(
  tx: Tx,
  id: string,
  change: { propertyId: string; orderId: string; audit: PendingAudit },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({
      switching_to_property_id: change.propertyId,
      payment_order_id: change.orderId,
      pending_audit: JSON.stringify(change.audit),
    })
    .where('id', '=', id)
    .execute();
}

/** Ends a switch whose transfer was refused: the record stays where it is. */
export async function cancelSwitch(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('payment_to_be_assigned').set({ switching_to_property_id: null }).where('id', '=', id).execute();
}

/** Names the order that will bring the money of a p2p-auto record, its transaction, and who asked for it. */
export async function writeRetry(
  tx: Tx,
  id: string,
  retry: { orderId: string; walletTransactionId?: string | undefined; audit: PendingAudit },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({
      payment_order_id: retry.orderId,
      pending_audit: JSON.stringify(retry.audit),
      ...(retry.walletTransactionId === undefined ? {} : { wallet_transaction_id: retry.walletTransactionId }),
    })
    .where('id', '=', id)
    .execute();
}

/** Who asked for the transfer that is settled now; it is forgotten with this reading. */
export async function takePendingAudit(tx: Tx, id: string): Promise<PendingAudit | undefined> {
  const row = await tx
    .updateTable('payment_to_be_assigned as payment')
    .from((from) => from.selectFrom('payment_to_be_assigned').select(['id', 'pending_audit']).where('id', '=', id).as('before'))
    .set({ pending_audit: null })
    .whereRef('payment.id', '=', 'before.id')
    .returning('before.pending_audit as audit')
    .executeTakeFirst();
  // Border: beginSwitch and writeRetry are the only writers of this column.
  return (row?.audit ?? undefined) as PendingAudit | undefined;
}

/** Links the record to the movement that brought its money. */
export async function linkMovement(tx: Tx, id: string, providerWireId: number): Promise<PaymentRow> {
  return tx
    .updateTable('payment_to_be_assigned')
    .set({ provider_wire_id: providerWireId })
    .where('id', '=', id)
    .where('provider_wire_id', 'is', null)
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** How far an order is. */
export async function findOrderStatus(db: Database | Tx, orderId: string): Promise<string | undefined> {
  return (await db.selectFrom('payment_order').select('status').where('id', '=', orderId).executeTakeFirst())?.status;
}
