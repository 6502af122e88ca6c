// What a list is narrowed by in time: a period between two moments or days, both as the request names them.

import { startOfParisDay } from './dates.ts';
import { AppError, VALIDATION_FAILED } from './errors.ts';

/** Each bound a day in Paris, the last one included, or an instant in ISO 8601, the last one not; an absent bound is open. */
export type Period = { from?: string | undefined; to?: string | undefined };

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Its instants, `end` not included; null where it is open. Error: `validation-failed` for one that no moment is in. */
export function boundsOf({ from, to }: Period): { start: Temporal.Instant | null; end: Temporal.Instant | null } {
  const start = from === undefined ? null : instantOf(from, { days: 0 });
  const end = to === undefined ? null : instantOf(to, { days: 1 });
  if (start && end && Temporal.Instant.compare(start, end) >= 0) refuse();
  return { start, end };
}

/** The days of a period of whole days, both included. Error: `validation-failed` for one that ends before it begins. */
export function daysOf({ from, to }: Period): { first: string | null; last: string | null } {
  if (from !== undefined && to !== undefined && from > to) refuse();
  return { first: from ?? null, last: to ?? null };
}

/** A day begins `days` later than the one that is named. */
function instantOf(text: string, { days }: { days: number }): Temporal.Instant {
  return DAY.test(text) ? startOfParisDay(Temporal.PlainDate.from(text).add({ days })) : Temporal.Instant.from(text);
}

function refuse(): never {
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'query/to', reason: 'must not end before it begins' }] });
}
