// A deal as its seller or its buyer sees it, and as administrators do.

import type { Static } from 'typebox';
import type { OwnDealRow } from './own-queries.ts';
import type { AdministrationDeal, OwnDeal } from './schemas.ts';

/** Cents; who stands on the other side is not told. */
export function toOwnDeal(row: OwnDealRow): Static<typeof OwnDeal> {
  const { id, role, propertyId, propertyName, status, brickCount, brickPriceCents, priceCents, commissionCents } = row;
  const { createdAt, reservedAt, confirmedAt } = row;
  return {
    id,
    role,
    propertyId,
    propertyName,
    status,
    brickCount,
    brickPriceCents,
    priceCents,
    commissionCents,
    createdAt: createdAt.toString(),
    reservedAt: reservedAt?.toString() ?? null,
    confirmedAt: confirmedAt?.toString() ?? null,
  };
}

/** The same with both sides, their transactions and how far the commission is. */
export function toAdministrationDeal(row: OwnDealRow): Static<typeof AdministrationDeal> {
  const { sellerId, buyerId, commissionStatus, buyingTransactionId, sellingTransactionId } = row;
  return { ...toOwnDeal(row), sellerId, buyerId, commissionStatus, buyingTransactionId, sellingTransactionId };
}
