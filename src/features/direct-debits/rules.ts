// On which day a debit is collected (DOMAIN §1.9). Pure.

/** The provider collects two working days later at the earliest, and wants a later day than that named (PROVIDER §2). */
const PROVIDER_WORKING_DAYS = 2;
const SATURDAY = 6;

/** First `dayOfMonth` on or after both the due date and the first day that can still be asked for; clamped to the month's end. */
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

/** The day after the provider's own earliest collection, however late in the day it is asked (A-direct-debits-1). */
function afterProviderDelay(today: Temporal.PlainDate): Temporal.PlainDate {
  let day = today;
  for (let left = PROVIDER_WORKING_DAYS; left > 0; ) {
    day = day.add({ days: 1 });
    if (day.dayOfWeek < SATURDAY) left -= 1;
  }
  return day.add({ days: 1 });
}

function latest(days: readonly [Temporal.PlainDate, ...Temporal.PlainDate[]]): Temporal.PlainDate {
  return days.reduce((a, b) => (Temporal.PlainDate.compare(a, b) >= 0 ? a : b));
}
