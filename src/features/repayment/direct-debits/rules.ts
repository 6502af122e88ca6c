// On which day a debit is collected (repayments.md#day-of-a-direct-debit), and which one counts of several under one reference. Pure.

import { isBankDay } from '../../../core/bank-days.ts';

/** The provider collects two working days later at the earliest, and only accepts days after that (provider.md#bank-days). */
const PROVIDER_WORKING_DAYS = 2;

/** First `dayOfMonth` on or after both the due date and the first day that the provider still accepts; clamped to the month's end. */
export function collectionDate(debit: {
  dueDate: Temporal.PlainDate;
  today: Temporal.PlainDate;
  leadDays: number;
  dayOfMonth: number;
}): Temporal.PlainDate {
  const { dueDate, today, leadDays, dayOfMonth } = debit;
  const earliest = latest([dueDate, today.add({ days: leadDays }), afterProviderDelay(today)]);
  const inMonth = (month: Temporal.PlainDate) => month.with({ day: 1 }).with({ day: dayOfMonth });
  const candidate = inMonth(earliest);
  return Temporal.PlainDate.compare(candidate, earliest) >= 0 ? candidate : inMonth(earliest.with({ day: 1 }).add({ months: 1 }));
}

/** The wanted day if the provider still accepts it, else the next debit day. */
export function newCollectionDate(wanted: Temporal.PlainDate, debit: Parameters<typeof collectionDate>[0]): Temporal.PlainDate {
  const earliest = latest([debit.today.add({ days: debit.leadDays }), afterProviderDelay(debit.today)]);
  return Temporal.PlainDate.compare(wanted, earliest) >= 0 ? wanted : collectionDate(debit);
}

/** The debit that counts, of all under one reference, oldest first: the first collected, else the first pending, else the newest. */
export function decisiveOf<Debit extends { status: string }>(found: readonly Debit[]): Debit | undefined {
  const first = (status: 'succeeded' | 'pending') => found.find((debit) => debit.status === status);
  return first('succeeded') ?? first('pending') ?? found.at(-1);
}

/** The second debits to follow beside the one that counts: those that ended without money need nothing. */
export function secondsOf<Debit extends { status: string }>(found: readonly Debit[], decisive: Debit | undefined): Debit[] {
  return found.filter((debit) => debit !== decisive && debit.status !== 'failed' && debit.status !== 'canceled');
}

/** The day after the provider's earliest collection, whatever the time of day (A-direct-debits-1). */
function afterProviderDelay(today: Temporal.PlainDate): Temporal.PlainDate {
  let day = today;
  for (let left = PROVIDER_WORKING_DAYS; left > 0; ) {
    day = day.add({ days: 1 });
    if (isBankDay(day)) left -= 1;
  }
  return day.add({ days: 1 });
}

function latest(days: readonly [Temporal.PlainDate, ...Temporal.PlainDate[]]): Temporal.PlainDate {
  return days.reduce((a, b) => (Temporal.PlainDate.compare(a, b) >= 0 ? a : b));
}
