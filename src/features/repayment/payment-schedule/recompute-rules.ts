// Which echeances a recomputation keeps, and the new values of the others (schedule.md#recomputation). Pure.

import { centsOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { type Day, dateOf, dayOf } from './calendar-rules.ts';
import { type ComputedEcheance, computeSchedule, type KeptEcheance } from './compute-schedule.ts';
import { type CapitalPayment, type EffectiveEvents, effectiveEvents } from './early-repayment-rules.ts';
import type { EcheanceRow } from './queries.ts';
import type { Schedule } from './schedule-queries.ts';
import type { CapitalTerms, ScheduleTerms } from './terms-rules.ts';

/** Money has touched the mensualite, or it was given up: no recomputation changes interval, interest, fees and carries of this echeance. */
export function isTouched(echeance: EcheanceRow): boolean {
  const { paidMensualiteCents, couponDistributedCents, managementFeesStatus, isGivenUp } = echeance;
  // A pending fee counts as executed; a coupon stays paid when its debit is taken back (A-payment-schedule-7).
  return paidMensualiteCents > 0 || couponDistributedCents > 0 || managementFeesStatus !== 'notExecuted' || isGivenUp;
}

/** What capital changes when: the events of `terms`, with what was paid of the schedule's capital. */
export function eventsWithPayments(schedule: PaidSchedule, terms: CapitalTerms): EffectiveEvents {
  return effectiveEvents(terms, capitalPayments(schedule));
}

type PaidSchedule = Pick<Schedule, 'echeances' | 'capitalPayments'>;

/** Of a payment that the payer's bank took back only what the holders have still counts: it is not paid to them again. */
export function capitalPayments({ echeances, capitalPayments }: PaidSchedule): CapitalPayment[] {
  const rows = new Map(echeances.map((row) => [row.id, { row, claimCents: row.capitalDistributedCents - row.paidCapitalCents }]));
  return capitalPayments.flatMap(({ echeanceId, day, amountCents, onLast, isChargedBack }) => {
    const of = rows.get(echeanceId);
    if (!of) throw new Error(`a payment of echeance ${echeanceId} is of another schedule`);
    const countedCents = isChargedBack ? Math.max(Math.min(amountCents, of.claimCents), 0) : amountCents;
    if (isChargedBack) of.claimCents -= countedCents;
    return countedCents === 0 ? [] : [{ number: of.row.number, day, amountCents: centsOf(countedCents), onLast }];
  });
}

/** Number of the echeance of a day; one more than the last when it is at maturity or after. */
export function numberOn({ echeances }: Pick<Schedule, 'echeances'>, day: Day): number {
  return echeances.find(({ endDate }) => day < dayOf(endDate))?.number ?? echeances.length + 1;
}

/** The echeances of `terms` from `fromNumber` on, but for those that are touched; stored ones keep id, payments, penalties, fee execution and debit, new ones get an id from `newId`. */
export function recomputedEcheances(
  schedule: Pick<Schedule, 'propertyId' | 'echeances' | 'capitalPayments'>,
  terms: ScheduleTerms,
  fromNumber: number,
  newId: () => EcheanceId,
): EcheanceRow[] {
  const kept = schedule.echeances.filter((echeance) => echeance.number < fromNumber || isTouched(echeance)).map(toKept);
  const { events } = eventsWithPayments(schedule, terms);
  const computed = computeSchedule({ ...terms, events }, new Map(kept.map((echeance) => [echeance.number, echeance])));
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
