// The days of a funding, from its start to its last one: what was subscribed until today, beside the even pace that reaches the target.

import { following } from '../../../core/paris-time.ts';

export type Course = { days: string[]; subscribed: (number | null)[]; pace: number[] };

/**
 * `subscribed` is what came together by the end of each day, null for days to come. `last` and `target` are null where none was set: the
 * course then ends today, without a pace. Days are those of Paris.
 */
export function courseOf(
  sold: readonly { day: string; cents: number }[],
  { first, last, today, targetCents }: { first: string; last: string | null; today: string; targetCents: number | null },
): Course {
  const centsOf = new Map(sold.map(({ day, cents }) => [day, cents]));
  const ends = [last ?? today, ...sold.map(({ day }) => day)].toSorted().at(-1) ?? today;
  const begins = [first, ...sold.map(({ day }) => day)].toSorted()[0] ?? first;
  const days: string[] = [];
  for (let day = begins; day <= ends; day = following(day)) days.push(day);
  let sum = 0;
  const subscribed = days.map((day) => {
    sum += centsOf.get(day) ?? 0;
    return day > today ? null : sum;
  });
  const hasPace = last !== null && targetCents !== null && days.length > 1;
  return { days, subscribed, pace: hasPace ? days.map((_, at) => Math.round((targetCents * at) / (days.length - 1))) : [] };
}
