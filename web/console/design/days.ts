// The days that narrow a list, as the address has them: which of them can be asked for.

export type Days = { from?: string; to?: string };
export type DayFault = 'no-day' | 'year' | 'before-first';

const FIRST_YEAR = '1900';
const LAST_YEAR = '2199';

/** What is wrong with each; a day that is left out is right. */
export function faultsOfDays({ from, to }: Days): { from?: DayFault; to?: DayFault } {
  const ofFrom = faultOf(from);
  const ofTo = faultOf(to) ?? (!ofFrom && from && to && to < from ? 'before-first' : undefined);
  return { ...(ofFrom && { from: ofFrom }), ...(ofTo && { to: ofTo }) };
}

/** Those that can be asked for; the others are said to be wrong where they are typed. */
export function rightDays(days: Days): Days {
  const faults = faultsOfDays(days);
  const { from, to } = days;
  return { ...(from && !faults.from && { from }), ...(to && !faults.to && { to }) };
}

function faultOf(day: string | undefined): DayFault | undefined {
  if (!day) return undefined;
  const at = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return 'no-day';
  const year = day.slice(0, 4);
  return year < FIRST_YEAR || year > LAST_YEAR ? 'year' : undefined;
}
