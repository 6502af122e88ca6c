// The five classes of fundings of the daily job (funding.md#daily-auto-close, G-14). Pure.

import type { FundingBricks } from './rules.ts';

/** Numbers of bricks and dates of an active funding. */
export type ActiveFunding = Pick<FundingBricks, 'totalBricks' | 'confirmedBricks'> & {
  waitingBricks: number;
  possibleClosingDate: Temporal.Instant | null;
  maxEndDate: Temporal.Instant | null;
};

/** `closable` is reported as closed or failed, by the result of the closing. */
export type AutoCloseClass = 'closable' | 'stuck' | 'approachingExpiry' | 'toWatch' | 'inProgress';

const HOURS_PER_DAY = 24;

/**
 * The first class of the table that matches. Without a purchase there is no possible closing date, so the funding is not
 * closable.
 */
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
