// A property that can be bought from: its funding is open, its issuer can collect, its price is known.

import { AppError } from '../../../core/errors.ts';
import { FUNDING_NOT_OPEN } from './errors.ts';
import type { PropertyForPurchase } from './queries.ts';
import { isFundingOpen } from './rules.ts';

/** What a purchase needs of it; the price in cents. */
export type Issue = {
  propertyId: string;
  propertyName: string;
  spvAccountId: string;
  totalBricks: number;
  brickPriceCents: number;
};

/** Error: `primary-purchase.funding-not-open`. */
export function openIssue(property: PropertyForPurchase, at: Temporal.Instant): Issue {
  const { spvAccountId, totalBricks, brickPriceCents } = property;
  // Publishing gives all three; a funding without one of them cannot take money.
  if (!isFundingOpen(property, at) || spvAccountId === null || totalBricks === null || brickPriceCents === null)
    throw new AppError(FUNDING_NOT_OPEN);
  return { propertyId: property.id, propertyName: property.name, spvAccountId, totalBricks, brickPriceCents };
}
