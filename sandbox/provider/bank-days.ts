// When a direct debit can be collected at the earliest (PROVIDER §2, direct debit, behaviour). Working days are Monday to Friday.

const CUT_OFF = Temporal.PlainTime.from('10:30');

function addWorkingDays(from: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let date = from;
  let left = count;
  while (left > 0) {
    date = date.add({ days: 1 });
    if (date.dayOfWeek <= 5) left -= 1;
  }
  return date;
}

/** The next working day for an order before 10:30 in Paris, two working days later for one after it. */
export function defaultCollectionDate(now: Temporal.ZonedDateTime): Temporal.PlainDate {
  const isEarly = Temporal.PlainTime.compare(now.toPlainTime(), CUT_OFF) < 0;
  return addWorkingDays(now.toPlainDate(), isEarly ? 1 : 2);
}
