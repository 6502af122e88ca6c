// A deal as its seller or its buyer sees it.

import type { Static } from 'typebox';
import type { OwnDealRow } from './own-queries.ts';
import type { OwnDeal } from './schemas.ts';

/** Cents; who stands on the other side is not told. */
export function toOwnDeal({ createdAt, reservedAt, confirmedAt, ...deal }: OwnDealRow): Static<typeof OwnDeal> {
  return {
    ...deal,
    createdAt: createdAt.toString(),
    reservedAt: reservedAt?.toString() ?? null,
    confirmedAt: confirmedAt?.toString() ?? null,
  };
}
