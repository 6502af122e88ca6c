// A purchase as its investor sees it in a list.

import type { Static } from 'typebox';
import type { ListedPurchase } from './list-queries.ts';
import type { PurchaseView } from './schemas.ts';

/** Cents. */
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
