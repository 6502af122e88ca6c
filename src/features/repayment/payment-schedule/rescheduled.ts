// A schedule after a change of its events or payments, computed anew from where its capital changed. Pure but for the ids.

import { newId } from '../../../core/ids.ts';
import type { Config } from '../../../deps.ts';
import type { Day } from './calendar-rules.ts';
import { firstDifference } from './early-repayment-rules.ts';
import { eventsWithPayments, numberOn, recomputedEcheances } from './recompute-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import { capitalTermsOf, termsOf } from './stored-rules.ts';

/**
 * `after` with its echeances recomputed from the first day on which it has another capital outstanding than `before`, and at the latest
 * from `fromNumber` on. `changedFrom`: that day, if there is one.
 */
export function rescheduled(
  before: Schedule,
  after: Schedule,
  config: Pick<Config, 'VAT_RATE_BPS'>,
  fromNumber = Number.POSITIVE_INFINITY,
): { schedule: Schedule; changedFrom: Day | undefined } {
  const terms = termsOf(after, config);
  const was = eventsWithPayments(before, capitalTermsOf(before));
  const is = eventsWithPayments(after, terms);
  const changedFrom = firstDifference(was.events, is.events);
  const from = Math.min(fromNumber, changedFrom === undefined ? fromNumber : numberOn(before, changedFrom));
  return { schedule: { ...after, echeances: recomputedEcheances(after, terms, from, newId) }, changedFrom };
}
