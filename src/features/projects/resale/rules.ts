// When the market of a property may be opened or closed, and when each step of its sale is allowed
// (market.md#resale-of-a-property). Pure.

import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { assertAllowed, verbRow } from '../../../core/states.ts';
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
type ResaleState = {
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
type AcceptedSale = SaleState & {
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
  const ended = property.resaleCompletedAt;
  // Only the end of the sale counts here, not its steps.
  assertAllowed(SALE_VERBS['allow-marketplace'], saleStage({ ...property, saleStartedAt: ended, offerAcceptedAt: ended }));
}

/** Errors: `validation-failed` (not royalty), then the table of resale/start. */
export function assertMayStart(property: SaleState): void {
  assertRoyalty(property, 'params/propertyId');
  assertAllowed(SALE_VERBS['start-resale'], saleStage(property));
}

/** Errors: `validation-failed` (not royalty), then the table of resale/offer-accepted. */
export function assertMayAccept(property: SaleState): void {
  assertRoyalty(property, 'params/propertyId');
  assertAllowed(SALE_VERBS['accept-offer'], saleStage(property));
  if (property.resaleCompletedAt !== null) throw new AppError(RESALE_COMPLETED);
}

/** A step of a sale is not dated before the one that leads to it. Error: `validation-failed`. */
export function assertNotBefore(step: { path: string; at: Temporal.Instant }, earlier: Temporal.Instant | null): void {
  if (earlier !== null && Temporal.Instant.compare(step.at, earlier) < 0)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: step.path, reason: `is before ${earlier}, the step before it` }] });
}

/** Errors: `validation-failed` (not royalty), then those codes of resale/complete that depend on the property itself. */
export function assertMayComplete<S extends SaleState>(property: S): asserts property is S & AcceptedSale {
  assertRoyalty(property, 'params/propertyId');
  assertAllowed(SALE_VERBS['complete-resale'], saleStage(property));
  if (property.isMarketplaceAllowed) throw new AppError(MARKETPLACE_NOT_CLOSED);
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

/** `completed`: by a total sale; after a partial one another sale may start. */
const SALE_STATES = ['unpurchased', 'unstarted', 'started', 'accepted', 'completed'] as const;
export type SaleStage = (typeof SALE_STATES)[number];

function saleStage(sale: {
  purchasedDate: Temporal.Instant | null;
  saleStartedAt: Temporal.Instant | null;
  offerAcceptedAt: Temporal.Instant | null;
  resaleCompletedAt: Temporal.Instant | null;
}): SaleStage {
  if (sale.purchasedDate === null) return 'unpurchased';
  if (sale.saleStartedAt === null) return 'unstarted';
  if (sale.offerAcceptedAt === null) return 'started';
  return sale.resaleCompletedAt === null ? 'accepted' : 'completed';
}

export const SALE_VERBS = {
  'allow-marketplace': verbRow(SALE_STATES, ['unstarted', 'started', 'accepted'], PROJECT_RESALE_COMPLETED, {
    unpurchased: PROJECT_NOT_PURCHASED_YET,
  }),
  'start-resale': verbRow(SALE_STATES, ['unstarted'], RESALE_ALREADY_STARTED, { unpurchased: NOT_PURCHASED_YET }),
  'accept-offer': verbRow(SALE_STATES, ['started'], OFFER_ALREADY_ACCEPTED, {
    unpurchased: NOT_PURCHASED_YET,
    unstarted: RESALE_NOT_STARTED,
  }),
  'complete-resale': verbRow(SALE_STATES, ['accepted'], RESALE_COMPLETED, {
    unpurchased: NOT_PURCHASED_YET,
    unstarted: RESALE_NOT_STARTED,
    started: OFFER_NOT_ACCEPTED,
  }),
};
