// Earliest collection date of a direct debit (provider.md#bank-days). Bank days are Monday to Friday without the closing days of TARGET2
// (A-direct-debits-4); computed independently of src/, which must find the same days.

const CUT_OFF = Temporal.PlainTime.from('10:30');

const FIXED_HOLIDAYS = ['01-01', '05-01', '12-25', '12-26'];

function isWorkingDay(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek > 5 || FIXED_HOLIDAYS.includes(date.toString().slice(5))) return false;
  const easter = easterSunday(date.year);
  return !date.equals(easter.subtract({ days: 2 })) && !date.equals(easter.add({ days: 1 }));
}

/** Easter by Gauss's algorithm, with its two exceptions, which move 26 April to the 19th and, in some years, 25 April to the 18th. */
function easterSunday(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100);
  const m = (15 + century - Math.floor(century / 4) - Math.floor((13 + 8 * century) / 25)) % 30;
  const n = (4 + century - Math.floor(century / 4)) % 7;
  const a = year % 19;
  const d = (19 * a + m) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + n) % 7;
  const late = (d === 29 && e === 6) || (d === 28 && e === 6 && a > 10);
  return Temporal.PlainDate.from({ year, month: 3, day: 22 }).add({ days: d + e - (late ? 7 : 0) });
}

function addWorkingDays(from: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let date = from;
  let left = count;
  while (left > 0) {
    date = date.add({ days: 1 });
    if (isWorkingDay(date)) left -= 1;
  }
  return date;
}

/** The next working day for an order before 10:30 in Paris, two working days later for one after it. */
export function defaultCollectionDate(now: Temporal.ZonedDateTime): Temporal.PlainDate {
  const isEarly = Temporal.PlainTime.compare(now.toPlainTime(), CUT_OFF) < 0;
  return addWorkingDays(now.toPlainDate(), isEarly ? 1 : 2);
}
