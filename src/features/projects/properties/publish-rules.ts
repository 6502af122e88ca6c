// What the rules of a publication look at: the terms and the draft. Pure.

import type { Cents } from '../../../core/cents.ts';
import type { AppDeps } from '../../../deps.ts';
import type { PropertyRow } from '../project-life/index.ts';
import type { Draft, PublishTerms } from './rules.ts';

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
