// A deal as its seller or its buyer sees it.

import type { Static } from 'typebox';
import type { OwnDealRow } from './own-queries.ts';
import type { OwnDeal } from './schemas.ts';

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
