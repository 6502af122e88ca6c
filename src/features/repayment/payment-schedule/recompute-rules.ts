// Which echeances a recomputation keeps, and the new values of the others (schedule.md#recomputation). Pure.

import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { dateOf, dayOf } from './calendar-rules.ts';
import { type ComputedEcheance, computeSchedule, type KeptEcheance } from './compute-schedule.ts';
import type { EcheanceRow } from './queries.ts';
import type { Schedule } from './schedule-queries.ts';
import type { ScheduleTerms } from './terms-rules.ts';

/** True when a recomputation from echeance `fromNumber` keeps interval, interest, fees and carries of this one. */
export function isKept(echeance: EcheanceRow, fromNumber: number): boolean {
  // A pending fee counts as executed (A-payment-schedule-7).
  return echeance.number < fromNumber || echeance.paidMensualiteCents > 0 || echeance.managementFeesStatus !== 'notExecuted';
}

/** The echeances of `terms`; stored ones keep id, payments, penalties, fee execution and debit, new ones get an id from `newId`. */
export function recomputedEcheances(
  schedule: Pick<Schedule, 'propertyId' | 'echeances'>,
  terms: ScheduleTerms,
  fromNumber: number,
  newId: () => EcheanceId,
): EcheanceRow[] {
  const kept = schedule.echeances.filter((echeance) => isKept(echeance, fromNumber)).map(toKept);
  const computed = computeSchedule(terms, new Map(kept.map((echeance) => [echeance.number, echeance])));
  return computed.map((echeance, index) => {
    const before = schedule.echeances[index];
    return before ? { ...before, ...amountsOf(echeance) } : newEcheance(newId(), schedule.propertyId, echeance);
  });
}

function toKept(row: EcheanceRow): KeptEcheance {
  return { ...row, startDay: dayOf(row.startDate), endDay: dayOf(row.endDate) };
}

function amountsOf({ startDay, endDay, ...amounts }: ComputedEcheance) {
  const endDate = dateOf(endDay);
  return { ...amounts, startDate: dateOf(startDay), endDate, dueDate: endDate };
}

/** An echeance without payments, penalties or debit. */
export function newEcheance(id: EcheanceId, propertyId: PropertyId, computed: ComputedEcheance): EcheanceRow {
  return {
    id,
    propertyId,
    ...amountsOf(computed),
    ...{ penaltyTotalCents: 0, penaltyForInvestorsCents: 0, penaltyForBricksCents: 0 },
    ...{ managementFeesStatus: 'notExecuted', managementFeesExecutedAt: null, managementFeesComment: null },
    ...{ managementFeesTakenCents: 0, managementFeesPaidOutside: false },
    ...{ paidMensualiteCents: 0, paidCapitalCents: 0 },
    ...{ keptMainCents: 0, keptSurplusCents: 0, keptCapitalSurplusCents: 0, isGivenUp: false },
    ...{ sequestreUsedCents: 0, sequestreWaitingCents: 0, couponDistributedCents: 0, capitalDistributedCents: 0 },
    ...{ debitId: null, debitStatus: null, debitAmountCents: null, debitDate: null, providerDebitId: null },
  };
}
