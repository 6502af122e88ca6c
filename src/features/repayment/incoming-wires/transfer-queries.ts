// SQL of records with an open transfer: switches to another project, and automatic p2p.

import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { PAYMENT_COLUMNS } from './queries.ts';
import type { PaymentRow } from './rules.ts';

/** The record that this payment switches to another SPV. */
export async function findPaymentOfSwitch(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payment_to_be_assigned')
    .select(PAYMENT_COLUMNS)
    .where('payment_order_id', '=', orderId)
    .where('switching_to_property_id', 'is not', null)
    .executeTakeFirst();
}

/** Moves a waiting record to another project and its SPV, which ends a switch. Throws when it is not waiting. */
export async function writeProject(
  tx: Tx,
  id: string,
  destination: { propertyId: PropertyId | null; spvId: SpvId },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ property_id: destination.propertyId, spv_id: destination.spvId, switching_to_property_id: null })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Marks a waiting record with the project and transfer of its switch. Throws when it is switched already. */
export async function beginSwitch(tx: Tx, id: string, change: { propertyId: PropertyId; orderId: string }): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ switching_to_property_id: change.propertyId, payment_order_id: change.orderId })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('switching_to_property_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Ends a switch whose transfer was refused: the record keeps its project. */
export async function cancelSwitch(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ switching_to_property_id: null })
    .where('id', '=', id)
    .where('switching_to_property_id', 'is not', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Writes the new payment and transaction of a p2p-auto record that is retried. */
export async function writeRetry(tx: Tx, id: string, retry: { orderId: string; walletTransactionId: string }): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ payment_order_id: retry.orderId, wallet_transaction_id: retry.walletTransactionId })
    .where('id', '=', id)
    .where('provider_wire_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Writes the movement that brought the record's money, and the project and SPV it is booked for. */
export async function linkMovement(
  tx: Tx,
  id: string,
  { propertyId, spvId, providerWireId }: { propertyId: PropertyId | null; spvId: SpvId; providerWireId: number },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({ property_id: propertyId, spv_id: spvId, provider_wire_id: providerWireId })
    .where('id', '=', id)
    .where('provider_wire_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}
