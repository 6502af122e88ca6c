// Whether a schedule may be extended, and whether its newest prorogation may be taken back (schedule.md#prorogation). Pure.

import type { Day } from './calendar-rules.ts';
import { PROROGATION_NOT_ABOVE_CURRENT, PROROGATION_NOT_ABOVE_NOMINAL } from './errors.ts';
import type { EcheanceRow } from './queries.ts';
import { currentDuration, maturityOf, type ScheduleTerms } from './terms-rules.ts';

/** Code when `durationInMonths`, the new total, is not longer; the nominal duration is checked first (schedule.md#prorogation). */
export function prorogationFault(
  terms: Pick<ScheduleTerms, 'durationInMonths' | 'prorogations'>,
  durationInMonths: number,
): string | undefined {
  if (durationInMonths <= terms.durationInMonths) return PROROGATION_NOT_ABOVE_NOMINAL;
  return durationInMonths <= currentDuration(terms) ? PROROGATION_NOT_ABOVE_CURRENT : undefined;
}

type EcheanceInPlace = Omit<EcheanceRow, 'startDate'> & { isTouched: boolean; endDay: Day };

/**
 * True when something happened in the months that the newest prorogation added, or would end elsewhere without it: money, penalties, a
 * debit or an event there, or a mensualite of the old last echeance that was paid without the days up to the old maturity. `terms`: those
 * without that prorogation, `echeances` those with it.
 */
export function isProrogationUsed(terms: ScheduleTerms, echeances: readonly EcheanceInPlace[]): boolean {
  const count = currentDuration(terms);
  const maturity = maturityOf(terms);
  const last = echeances[count - 1];
  if (last?.isTouched && last.endDay !== maturity) return true;
  return terms.events.some(({ day }) => day >= maturity) || echeances.slice(count).some(isUsed);
}

function isUsed(row: EcheanceInPlace): boolean {
  const cents = [
    row.paidCapitalCents,
    row.capitalDistributedCents,
    row.keptCapitalSurplusCents,
    row.keptMainCents,
    row.keptSurplusCents,
  ];
  return (
    row.isTouched ||
    row.debitId !== null ||
    row.penaltyTotalCents > 0 ||
    row.sequestreUsedCents > 0 ||
    cents.some((one) => one > 0)
  );
}
