// When the market of a property may be opened or closed, and when each step of its sale is allowed
// (market.md#resale-of-a-property). Pure.

import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import {
  MARKETPLACE_NOT_CLOSED,
  NOT_PURCHASED_YET,
  OFFER_ALREADY_ACCEPTED,
  OFFER_NOT_ACCEPTED,
  PROJECT_NOT_PURCHASED_YET,
  PROJECT_RESALE_COMPLETED,
  RESALE_ALREADY_STARTED,
  RESALE_COMPLETED,
  RESALE_NOT_STARTED,
} from './errors.ts';

/** The input of the rules: only bricks of royalty properties are resold, from the purchase of the property to its total sale. */
export type ResaleState = {
  investorContractType: 'obligation' | 'loan' | 'royalty';
  purchasedDate: Temporal.Instant | null;
  resaleCompletedAt: Temporal.Instant | null;
};

/** The same with the steps of the sale. */
export type SaleState = ResaleState & {
  saleStartedAt: Temporal.Instant | null;
  offerAcceptedAt: Temporal.Instant | null;
  saleType: 'partial' | 'total' | null;
  isMarketplaceAllowed: boolean;
};

/** A sale that may be completed: its steps have dates and a type. */
export type AcceptedSale = SaleState & {
  saleStartedAt: Temporal.Instant;
  offerAcceptedAt: Temporal.Instant;
  saleType: 'partial' | 'total';
};

/**
 * Errors: `validation-failed` for a property that is not royalty (market.md#the-marketplace-switch), then the two codes of the
 * table.
 */
export function assertMarketMayChange(property: ResaleState): void {
  assertRoyalty(property, 'params/projectId');
  if (property.purchasedDate === null) throw new AppError(PROJECT_NOT_PURCHASED_YET);
  if (property.resaleCompletedAt !== null) throw new AppError(PROJECT_RESALE_COMPLETED);
}

/** Errors: `validation-failed` (not royalty), then the table of resale/start. */
export function assertMayStart(property: SaleState): void {
  assertPurchased(property);
  if (property.saleStartedAt !== null) throw new AppError(RESALE_ALREADY_STARTED);
}

/** Errors: `validation-failed` (not royalty), then the table of resale/offer-accepted. */
export function assertMayAccept(property: SaleState): void {
  assertPurchased(property);
  if (property.saleStartedAt === null) throw new AppError(RESALE_NOT_STARTED);
  if (property.offerAcceptedAt !== null) throw new AppError(OFFER_ALREADY_ACCEPTED);
  if (property.resaleCompletedAt !== null) throw new AppError(RESALE_COMPLETED);
}

/** Errors: `validation-failed` (not royalty), then those codes of resale/complete that depend on the property itself. */
export function assertMayComplete<S extends SaleState>(property: S): asserts property is S & AcceptedSale {
  assertPurchased(property);
  if (property.saleStartedAt === null) throw new AppError(RESALE_NOT_STARTED);
  if (property.offerAcceptedAt === null || property.saleType === null) throw new AppError(OFFER_NOT_ACCEPTED);
  if (property.resaleCompletedAt !== null) throw new AppError(RESALE_COMPLETED);
  if (property.isMarketplaceAllowed) throw new AppError(MARKETPLACE_NOT_CLOSED);
}

/** A step of a sale is not dated before the one that leads to it. Error: `validation-failed`. */
export function assertNotBefore(step: { path: string; at: Temporal.Instant }, earlier: Temporal.Instant | null): void {
  if (earlier !== null && Temporal.Instant.compare(step.at, earlier) < 0)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: step.path, reason: `is before ${earlier}, the step before it` }] });
}

function assertPurchased(property: ResaleState): void {
  assertRoyalty(property, 'params/propertyId');
  if (property.purchasedDate === null) throw new AppError(NOT_PURCHASED_YET);
}

function assertRoyalty(property: ResaleState, path: string): void {
  if (property.investorContractType !== 'royalty')
    throw new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is not a royalty property' }] });
}

/** An id in the body must repeat that of the path (http.md#path-and-body). Error: `validation-failed`. */
export function assertSameProperty(propertyId: PropertyId, bodyPropertyId: PropertyId | undefined): void {
  if (bodyPropertyId !== undefined && bodyPropertyId !== propertyId)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/propertyId', reason: 'differs from the path' }] });
}
