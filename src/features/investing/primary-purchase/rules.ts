// When a funding takes purchases, how many bricks are left, and when a purchase may be cancelled (funding.md#primary-purchase). Pure.

import { parisDate, startOfParisDay } from '../../../core/dates.ts';
import { verbRow } from '../../../core/states.ts';
import { projectRow } from '../../projects/project-life/index.ts';
import { FUNDING_NOT_OPEN, NOT_CANCELABLE } from './errors.ts';

/** The part of a property that decides whether its bricks can be bought from the issuer. */
export type FundingState = {
  status: 'DRAFT' | 'PUBLISHED';
  displayDate: Temporal.Instant | null;
  fundingStartDate: Temporal.Instant | null;
  fundingMaxEndDate: Temporal.Instant | null;
  fundingEndedAt: Temporal.Instant | null;
  /** Bricks that the publication still has to create. */
  uncreatedBricks: number;
};

/** Published with all its bricks and displayed, started, neither ended nor past its last day. */
export function isFundingOpen(property: FundingState, at: Temporal.Instant): boolean {
  const isReached = (moment: Temporal.Instant | null) => moment !== null && Temporal.Instant.compare(moment, at) <= 0;
  return (
    property.status === 'PUBLISHED' &&
    !(property.uncreatedBricks > 0) &&
    isReached(property.displayDate) &&
    isReached(property.fundingStartDate) &&
    property.fundingEndedAt === null &&
    !isReached(property.fundingMaxEndDate)
  );
}

/** Midnight in Paris at the end of the `windowDays`-th calendar day after the purchase's Paris day (G-12). */
export function windowEnd(purchasedAt: Temporal.Instant, windowDays: number): Temporal.Instant {
  return startOfParisDay(parisDate(purchasedAt).add({ days: windowDays + 1 }));
}

/** True before the end of the window; the end itself is outside, as the closing may begin with it. */
export function isInsideWindow(end: Temporal.Instant, at: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, end) < 0;
}

/** Bricks that can still be bought, never below 0. */
export function availableBricks(counts: { totalBricks: number; confirmedBricks: number; waitingBricks: number }): number {
  return Math.max(counts.totalBricks - counts.confirmedBricks - counts.waitingBricks, 0);
}

export const PURCHASE_STATES = ['waiting_payment', 'waiting_provider', 'confirmed', 'canceled', 'declined'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

export const PURCHASE_VERBS = {
  /** Within its window, and until the funding closes. */
  'cancel-purchase': verbRow(PURCHASE_STATES, ['waiting_payment', 'waiting_provider', 'confirmed'], NOT_CANCELABLE),
};

/** Checked by `isFundingOpen`, which compares the days of the funding too. */
export const PURCHASE_VERBS_ON_PROJECT = { 'purchase-bricks': projectRow(['published'], FUNDING_NOT_OPEN) };
