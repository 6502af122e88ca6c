// A transaction on an investor's wallet, as they see it.

import type { TransactionView } from './schemas.ts';
import type { TransactionRow } from './transaction-queries.ts';

/** Positive cents; the type tells the direction. */
export function toTransactionView(row: TransactionRow): TransactionView {
  const { id, type, status, amountCents, createdAt, eventAt, paymentOrderId, providerMoneyInId } = row;
  return {
    id,
    type,
    status,
    amountCents,
    createdAt: createdAt.toString(),
    eventAt: eventAt.toString(),
    // A-wallet-3: the provider keeps the order's id as its reference; a money-in began there and has its number.
    reference: paymentOrderId ?? (providerMoneyInId === null ? null : String(providerMoneyInId)),
  };
}
