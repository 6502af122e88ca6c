// What an investment brought a year: the internal rate of return of its real cash flows by day (XIRR). Pure.

/** Cents on a day: negative what the investor paid, positive what they got. */
export type Flow = { day: Temporal.PlainDate; cents: number };

const DAYS_PER_YEAR = 365;
const BASIS_POINTS = 10_000;
const ALL_LOST = -BASIS_POINTS;
/** Bounds of a year's growth, as logarithms: beyond ten times the money a few days were taken for a year, and the rate says nothing. */
const [LEAST, MOST] = [Math.log(1 / BASIS_POINTS), Math.log(11)];
/** Halvings of that range: far below a basis point. */
const STEPS = 80;

/**
 * Basis points a year, rounded down; null where there is none: nothing was paid, all of it on one day, nothing but gains, more than ten
 * times the money, or no one rate. Money of which nothing came back, or next to nothing, is -10 000. What is still held is a flow of the
 * last day.
 */
export function yearlyReturnBps(flows: readonly Flow[]): number | null {
  const byDay = Map.groupBy(flows, ({ day }) => day.toString());
  const days = [...byDay].map(([day, of]) => ({ day, cents: of.reduce((sum, { cents }) => sum + cents, 0) }));
  const moved = days.filter(({ cents }) => cents !== 0).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const [first] = moved;
  if (!first || days.length < 2 || !moved.some(({ cents }) => cents < 0)) return null;
  if (!flows.some(({ cents }) => cents > 0)) return ALL_LOST;
  const start = Temporal.PlainDate.from(first.day);
  const timed = moved.map(({ day, cents }) => ({ cents, years: start.until(day).days / DAYS_PER_YEAR }));
  const worth = (growth: number) => timed.reduce((sum, { cents, years }) => sum + cents * Math.exp(-growth * years), 0);
  if (worth(LEAST) <= 0) return isAllPaidFirst(moved) ? ALL_LOST : null;
  if (worth(MOST) > 0) return null;
  let [low, high] = [LEAST, MOST];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (worth(middle) > 0) low = middle;
    else high = middle;
  }
  return roundedDown(Math.expm1(low) * BASIS_POINTS);
}

/** Everything that came back came after all that was paid: there is one rate. */
function isAllPaidFirst(moved: readonly { cents: number }[]): boolean {
  const firstBack = moved.findIndex(({ cents }) => cents > 0);
  return firstBack !== -1 && moved.slice(firstBack).every(({ cents }) => cents > 0);
}

/** What differs from a whole number only by the arithmetic is that number, and nothing is no negative zero. */
function roundedDown(value: number): number {
  const nearest = Math.round(value);
  return (Math.abs(value - nearest) < 1e-6 ? nearest : Math.floor(value)) + 0;
}
