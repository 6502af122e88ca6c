// Checks that a property can be bought from: its funding is open, its SPV can collect money, its price is known.

import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { Customer } from '../../access/customers/index.ts';
import { FUNDING_NOT_OPEN, ROYALTY_FORBIDDEN } from './errors.ts';
import type { PropertyForPurchase } from './queries.ts';
import { isFundingOpen } from './rules.ts';

/** What a purchase needs to know of the property; the price in cents. */
export type Issue = {
  propertyId: PropertyId;
  propertyName: string;
  spvAccountId: string;
  totalBricks: number;
  brickPriceCents: Cents;
};

/** Error: `primary-purchase.funding-not-open`. */
export function openIssue(property: PropertyForPurchase, at: Temporal.Instant): Issue {
  const { spvAccountId, totalBricks, brickPriceCents } = property;
  // The publication sets all three; without one of them no purchase is possible.
  if (!isFundingOpen(property, at) || spvAccountId === null || totalBricks === null || brickPriceCents === null)
    throw new AppError(FUNDING_NOT_OPEN);
  return { propertyId: property.id, propertyName: property.name, spvAccountId, totalBricks, brickPriceCents };
}

/** Who may not trade royalty could never sell it on: they are not sold it either (A-primary-purchase-1). Error: `primary-purchase.royalty-forbidden`. */
export function assertMayHold({ contractType }: PropertyForPurchase, { canSeeRoyalty }: Customer): void {
  if (contractType === 'royalty' && !canSeeRoyalty) throw new AppError(ROYALTY_FORBIDDEN);
}
