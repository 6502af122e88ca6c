// In which of the five classes of the daily job a funding is (funding.md#daily-auto-close, G-14). Pure.

import type { FundingBricks } from './rules.ts';

/** Figures and dates of an active funding; bricks. */
export type ActiveFunding = Pick<FundingBricks, 'totalBricks' | 'confirmedBricks'> & {
  waitingBricks: number;
  possibleClosingDate: Temporal.Instant | null;
  maxEndDate: Temporal.Instant | null;
};

/** `closable` becomes "closed" or "failed" once the closing was tried. */
export type AutoCloseClass = 'closable' | 'stuck' | 'approachingExpiry' | 'toWatch' | 'inProgress';

const HOURS_PER_DAY = 24;

/** The first row of the table that matches. Nothing bought means nothing to wait for: such a funding is never closable. */
export function classifyFunding(funding: ActiveFunding, now: Temporal.Instant, alertDays: number): AutoCloseClass {
  const { totalBricks, confirmedBricks, waitingBricks, possibleClosingDate, maxEndDate } = funding;
  const isPossible = possibleClosingDate !== null && Temporal.Instant.compare(now, possibleClosingDate) >= 0;
  if (totalBricks > 0 && confirmedBricks >= totalBricks) return isPossible ? 'closable' : 'stuck';
  const alertAfter = maxEndDate?.subtract({ hours: alertDays * HOURS_PER_DAY });
  if (alertAfter && Temporal.Instant.compare(now, alertAfter) >= 0) return 'approachingExpiry';
  return totalBricks > 0 && confirmedBricks + waitingBricks >= totalBricks && isPossible ? 'toWatch' : 'inProgress';
}

/** Ascending possible closing dates, fundings without one last. */
export function byPossibleClosingDate(
  a: Pick<ActiveFunding, 'possibleClosingDate'>,
  b: Pick<ActiveFunding, 'possibleClosingDate'>,
): number {
  if (a.possibleClosingDate === null || b.possibleClosingDate === null)
    return Number(a.possibleClosingDate === null) - Number(b.possibleClosingDate === null);
  return Temporal.Instant.compare(a.possibleClosingDate, b.possibleClosingDate);
}
