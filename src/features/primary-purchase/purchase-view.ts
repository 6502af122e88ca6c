// A purchase as its investor and as administrators see it in a list.

import type { Static } from 'typebox';
import type { ListedPurchase } from './list-queries.ts';
import type { AdministrationPurchase, PurchaseView } from './schemas.ts';

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

/** The same with what became of its payment at the provider. */
export function toAdministrationPurchase(row: ListedPurchase): Static<typeof AdministrationPurchase> {
  const { updatedAt, paymentId, providerPaymentId, failure } = row;
  return { ...toListedPurchase(row), updatedAt: updatedAt.toString(), paymentId, providerPaymentId, failure };
}
