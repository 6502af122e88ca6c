// A deal as the API shows it to its seller or its buyer.

import type { Static } from 'typebox';
import type { OwnDealRow } from './own-queries.ts';
import type { OwnDeal } from './schemas.ts';

/** Amounts in cents. Does not name the other party. */
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
