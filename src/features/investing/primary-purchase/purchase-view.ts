// A purchase as the API shows it to its investor (A-primary-purchase-10).

import type { Static } from 'typebox';
import type { ListedPurchase } from './list-queries.ts';
import type { PurchaseView } from './schemas.ts';

/** Amounts in cents. */
export function toListedPurchase(row: ListedPurchase): Static<typeof PurchaseView> {
  const { id, propertyId, propertyName, status, brickCount, amountCents, isAutomatic, transactionId, refundTransactionId } = row;
  return {
    id,
    propertyId,
    propertyName,
    status,
    brickCount,
    amountCents,
    isAutomatic,
    windowEnd: row.windowEnd.toString(),
    createdAt: row.createdAt.toString(),
    transactionId,
    refundTransactionId,
  };
}
