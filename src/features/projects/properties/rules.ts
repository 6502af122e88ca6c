// The rules over several fields of a property, when it may be published (catalogue.md#publication), and what may be done in which
// state (docs/domain/states.md). Pure.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { planBricks } from '../funding/index.ts';
import { type PropertyRow, projectRow } from '../project-life/index.ts';
import {
  DELETE_MUST_BE_DRAFT,
  EDIT_ROYALTY_MUST_BE_DRAFT,
  FUNDING_START_BEFORE_DISPLAY_DATE,
  MAX_END_DATE_NOT_AFTER_START_DATE,
  MIN_AMOUNT_NOT_BELOW_AMOUNT,
  MUST_BE_2H_BEFORE_FUNDING_START,
  MUST_BE_DRAFT,
  MUST_HAVE_2_IMAGES,
} from './errors.ts';

export const MIN_IMAGES = 2;

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
type FundableDraft = Draft & { fundingStartDate: Temporal.Instant; amountToFundCents: Cents };

/** What the rules check; amounts in cents. Without a display date the property is visible at once. */
export type PublishTerms = {
  displayDate: Temporal.Instant | undefined;
  brickPriceCents: Cents;
  now: Temporal.Instant;
  minDelayHours: number;
};

/** Names of the rules of a publication, in the order in which they refuse (catalogue.md#publication). */
export const PUBLISH_RULES = [
  'is-draft',
  'has-funding-start',
  'has-amount',
  'amount-buys-a-brick',
  'shown-before-funding',
  'has-spv',
  'spv-has-wallet',
  'wallet-is-validated',
  'enough-time-before-funding',
  'has-images',
] as const;
type PublishRule = (typeof PUBLISH_RULES)[number];

/** One rule: the code that refuses, the field it is about, and when it is broken. A `reason` makes it a fault of that field. */
export type PublishCheck = {
  rule: PublishRule;
  code: string;
  field: string | null;
  reason?: string;
  isBroken: (draft: Draft, terms: PublishTerms) => boolean;
};

/** The rows of the table before the SPV. A display date that is left out means now, and only the delay below can refuse. */
export const FUNDABLE_CHECKS: readonly PublishCheck[] = [
  { rule: 'is-draft', code: MUST_BE_DRAFT, field: null, isBroken: ({ status }) => status !== 'DRAFT' },
  {
    rule: 'has-funding-start',
    code: VALIDATION_FAILED,
    field: 'fundingStartDate',
    reason: 'is required to publish',
    isBroken: ({ fundingStartDate }) => fundingStartDate === null,
  },
  {
    rule: 'has-amount',
    code: VALIDATION_FAILED,
    field: 'amountToFundCents',
    reason: 'is required to publish',
    isBroken: ({ amountToFundCents }) => amountToFundCents === null,
  },
  {
    rule: 'amount-buys-a-brick',
    code: VALIDATION_FAILED,
    field: 'amountToFundCents',
    reason: 'is less than the price of one brick',
    isBroken: ({ amountToFundCents }, { brickPriceCents }) => amountToFundCents !== null && amountToFundCents < brickPriceCents,
  },
  {
    rule: 'shown-before-funding',
    code: FUNDING_START_BEFORE_DISPLAY_DATE,
    field: 'fundingStartDate',
    isBroken: ({ fundingStartDate }, { displayDate }) =>
      displayDate !== undefined && fundingStartDate !== null && Temporal.Instant.compare(displayDate, fundingStartDate) > 0,
  },
];

/** The rows after the call of the provider: enough time before the funding starts, and enough images. */
export const SHOWABLE_CHECKS: readonly PublishCheck[] = [
  {
    rule: 'enough-time-before-funding',
    code: MUST_BE_2H_BEFORE_FUNDING_START,
    field: 'fundingStartDate',
    isBroken: ({ fundingStartDate }, { now, minDelayHours }) =>
      fundingStartDate === null || Temporal.Instant.compare(fundingStartDate, now.add({ hours: minDelayHours })) < 0,
  },
  {
    rule: 'has-images',
    code: MUST_HAVE_2_IMAGES,
    field: 'imageGallery',
    isBroken: ({ imageCount }) => imageCount < MIN_IMAGES,
  },
];

/** A draft, then its missing fields (`validation-failed`), then the display date. */
export function assertFundableDraft<D extends Draft>(draft: D, terms: PublishTerms): asserts draft is D & FundableDraft {
  refuse(FUNDABLE_CHECKS, draft, terms);
}

/** The rest of the table. */
export function assertReadyToShow(draft: FundableDraft, terms: PublishTerms): void {
  refuse(SHOWABLE_CHECKS, draft, terms);
}

/** Throws the first rule that is broken, or all faults of fields together. */
function refuse(checks: readonly PublishCheck[], draft: Draft, terms: PublishTerms): void {
  const broken = checks.filter(({ isBroken }) => isBroken(draft, terms));
  const [first] = broken;
  if (first === undefined) return;
  if (first.reason === undefined) throw new AppError(first.code);
  const faults = broken.flatMap(({ field, reason }) => (field && reason ? [{ path: `property/${field}`, reason }] : []));
  throw new AppError(first.code, { faults });
}

/** The terms as the settings have them. */
export function publishTerms(
  config: Pick<AppDeps['config'], 'BRICK_PRICE_CENTS' | 'MIN_FUNDING_START_DATE_DELAY_FROM_NOW_IN_HOURS'>,
  { now, displayDate }: Pick<PublishTerms, 'now' | 'displayDate'>,
): PublishTerms {
  return {
    displayDate,
    brickPriceCents: config.BRICK_PRICE_CENTS,
    now,
    minDelayHours: config.MIN_FUNDING_START_DATE_DELAY_FROM_NOW_IN_HOURS,
  };
}

/** Bricks that a publication creates, and cents of the amount that make no whole one and are never collected; null without an amount. */
export function bricksOf(
  { amountToFundCents }: Pick<Draft, 'amountToFundCents'>,
  { brickPriceCents }: Pick<PublishTerms, 'brickPriceCents'>,
): { totalBricks: number | null; leftOverCents: Cents | null } {
  if (amountToFundCents === null) return { totalBricks: null, leftOverCents: null };
  const { totalBricks } = planBricks({ amountToFundCents, minAmountToFundCents: null, brickPriceCents });
  return { totalBricks, leftOverCents: centsOf(amountToFundCents - totalBricks * brickPriceCents) };
}

/** The part of a property that the rules look at. */
export function draftOf(row: PropertyRow): Draft & { minAmountToFundCents: Cents | null } {
  // The database computes this column for every row, which its type does not say.
  if (row.image_count === null) throw new Error(`property ${row.id} has no number of images`);
  return {
    status: row.status,
    fundingStartDate: row.funding_start_date,
    amountToFundCents: row.amount_to_fund_cents,
    minAmountToFundCents: row.min_amount_to_fund_cents,
    imageCount: row.image_count,
  };
}

export const PROPERTY_VERBS = {
  'publish-property': projectRow(['draft'], MUST_BE_DRAFT),
  'delete-property': projectRow(['draft'], DELETE_MUST_BE_DRAFT),
  'edit-royalty-draft': projectRow(['draft'], EDIT_ROYALTY_MUST_BE_DRAFT),
};
