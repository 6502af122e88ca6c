// The rules over several fields of a property, and when it may be published (catalogue.md#publication). Pure.

import type { Cents } from '../../../core/cents.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import {
  FUNDING_START_BEFORE_DISPLAY_DATE,
  MAX_END_DATE_NOT_AFTER_START_DATE,
  MIN_AMOUNT_NOT_BELOW_AMOUNT,
  MUST_BE_2H_BEFORE_FUNDING_START,
  MUST_BE_DRAFT,
  MUST_HAVE_2_IMAGES,
} from './errors.ts';

const MIN_IMAGES = 2;

/** Amounts in cents and dates of a funding; null when not set yet. */
export type FundingFrame = {
  amountToFundCents: Cents | null;
  minAmountToFundCents: Cents | null;
  fundingStartDate: Temporal.Instant | null;
  fundingMaxEndDate: Temporal.Instant | null;
};

/** The two rules over several fields of the edit payload; a rule with a field that is not set does not apply. */
export function assertFundingFrame(frame: FundingFrame): void {
  const { amountToFundCents, minAmountToFundCents, fundingStartDate, fundingMaxEndDate } = frame;
  if (amountToFundCents !== null && minAmountToFundCents !== null && minAmountToFundCents >= amountToFundCents)
    throw new AppError(MIN_AMOUNT_NOT_BELOW_AMOUNT);
  if (fundingStartDate && fundingMaxEndDate && Temporal.Instant.compare(fundingMaxEndDate, fundingStartDate) <= 0)
    throw new AppError(MAX_END_DATE_NOT_AFTER_START_DATE);
}

/** The input of the rules of a publication. */
export type Draft = {
  status: 'DRAFT' | 'PUBLISHED';
  fundingStartDate: Temporal.Instant | null;
  amountToFundCents: Cents | null;
  imageCount: number;
};

/** A draft with the fields that a funding requires. */
export type FundableDraft = Draft & { fundingStartDate: Temporal.Instant; amountToFundCents: Cents };

/**
 * The rows of the table before the SPV: a draft, then its missing fields (`validation-failed`, catalogue.md#publication), then
 * the display date. Without a display date the property is visible at once, and only the delay below can refuse (A-properties-3).
 */
export function assertFundableDraft<D extends Draft>(
  draft: D,
  terms: { displayDate: Temporal.Instant | undefined; brickPriceCents: Cents },
): asserts draft is D & FundableDraft {
  if (draft.status !== 'DRAFT') throw new AppError(MUST_BE_DRAFT);
  const faults = [];
  if (draft.fundingStartDate === null) faults.push({ path: 'property/fundingStartDate', reason: 'is required to publish' });
  if (draft.amountToFundCents === null) faults.push({ path: 'property/amountToFundCents', reason: 'is required to publish' });
  else if (draft.amountToFundCents < terms.brickPriceCents)
    faults.push({ path: 'property/amountToFundCents', reason: 'is less than the price of one brick' });
  if (faults.length > 0) throw new AppError(VALIDATION_FAILED, { faults });
  if (terms.displayDate && draft.fundingStartDate && Temporal.Instant.compare(terms.displayDate, draft.fundingStartDate) > 0)
    throw new AppError(FUNDING_START_BEFORE_DISPLAY_DATE);
}

/** The rows after the call of the provider: enough time before the funding starts, and enough images. */
export function assertReadyToShow(draft: FundableDraft, terms: { now: Temporal.Instant; minDelayHours: number }): void {
  const earliest = terms.now.add({ hours: terms.minDelayHours });
  if (Temporal.Instant.compare(draft.fundingStartDate, earliest) < 0) throw new AppError(MUST_BE_2H_BEFORE_FUNDING_START);
  if (draft.imageCount < MIN_IMAGES) throw new AppError(MUST_HAVE_2_IMAGES);
}
