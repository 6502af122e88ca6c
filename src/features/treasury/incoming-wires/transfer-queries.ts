// SQL of money on its way for a record: switches to another project, transfers of automatic p2p.

import type { Tx } from '../../../core/db/transaction.ts';
import { PAYMENT_COLUMNS } from './queries.ts';
import type { PaymentRow } from './rules.ts';

/** The record whose money this payment takes to another SPV. */
export async function findPaymentOfSwitch(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payment_to_be_assigned')
    .select(PAYMENT_COLUMNS)
    .where('payment_order_id', '=', orderId)
    .where('switching_to_property_id', 'is not', null)
    .executeTakeFirst();
}

/** Moves a waiting record to another project (and its SPV), ending a switch. Throws when it waits no more. */
export async function writeProject(tx: Tx, id: string, place: { propertyId: string | null; spvId: string }): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ property_id: place.propertyId, spv_id: place.spvId, switching_to_property_id: null })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Notes the transfer that takes the money to another SPV; the record waits untouched until it is settled. */
export async function beginSwitch(tx: Tx, id: string, change: { propertyId: string; orderId: string }): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ switching_to_property_id: change.propertyId, payment_order_id: change.orderId })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('switching_to_property_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Ends a switch whose transfer was refused: the record stays where it is. */
export async function cancelSwitch(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ switching_to_property_id: null })
    .where('id', '=', id)
    .where('switching_to_property_id', 'is not', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Names the payment that will bring the money of a p2p-auto record once more, and its transaction. */
export async function writeRetry(tx: Tx, id: string, retry: { orderId: string; walletTransactionId: string }): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ payment_order_id: retry.orderId, wallet_transaction_id: retry.walletTransactionId })
    .where('id', '=', id)
    .where('provider_wire_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Links the record to the movement that brought its money, and to where that lies. */
export async function linkMovement(
  tx: Tx,
  id: string,
  { propertyId, spvId, providerWireId }: { propertyId: string | null; spvId: string; providerWireId: number },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ property_id: propertyId, spv_id: spvId, provider_wire_id: providerWireId })
    .where('id', '=', id)
    .where('provider_wire_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}
