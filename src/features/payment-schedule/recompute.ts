// Computes the echeances of a stored schedule again, from a period on, keeping what money already moved on (DOMAIN §1.8).

import type { Config } from '../../core/config.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { type ComputedEcheance, computeSchedule, type KeptEcheance, type ScheduleTerms } from './compute-schedule.ts';
import type { EcheanceRow } from './queries.ts';
import { lockSchedule, type Schedule, termsOf } from './read-schedule.ts';
import { dateOf, dayOf } from './serial-days.ts';
import { touchSchedule, writeEcheances } from './write-queries.ts';

/** True when a recomputation from echeance `fromNumber` leaves interval, interest, fees and carries of this one alone. */
export function isKept(echeance: EcheanceRow, fromNumber: number): boolean {
  // A fee whose transfer is on its way is as good as executed (A-payment-schedule-7).
  return echeance.number < fromNumber || echeance.paidMensualiteCents > 0 || echeance.managementFeesStatus !== 'notExecuted';
}

/** The echeances as `terms` make them; ids, payments, penalties, fee execution and debits stay with their period. Pure. */
export function recomputedEcheances(
  schedule: Pick<Schedule, 'propertyId' | 'echeances'>,
  terms: ScheduleTerms,
  fromNumber: number,
): EcheanceRow[] {
  const kept = schedule.echeances.filter((echeance) => isKept(echeance, fromNumber)).map(toKept);
  const computed = computeSchedule(terms, new Map(kept.map((echeance) => [echeance.number, echeance])));
  return computed.map((echeance, index) => {
    const before = schedule.echeances[index];
    return before ? { ...before, ...amountsOf(echeance) } : newEcheance(schedule.propertyId, echeance);
  });
}

/**
 * Locks the schedule, computes it again from `period` on and writes what changed. Returns the schedule as it is now;
 * undefined when the property has none or no echeance has that period.
 */
export async function recomputeFrom(
  tx: Tx,
  deps: { config: Pick<Config, 'VAT_RATE_BPS'> },
  input: { propertyId: string; period: string; at: Temporal.Instant },
): Promise<Schedule | undefined> {
  const schedule = await lockSchedule(tx, input.propertyId);
  const from = schedule?.echeances.find(({ period }) => period === input.period);
  if (!schedule || !from) return undefined;
  const echeances = recomputedEcheances(schedule, termsOf(schedule, deps.config), from.number);
  const updatedAt = await writeChanges(tx, schedule, echeances, input.at);
  return { ...schedule, echeances, updatedAt };
}

/** Writes the echeances that differ from those of `schedule`, and when; returns when. */
export async function writeChanges(
  tx: Tx,
  schedule: Pick<Schedule, 'propertyId' | 'echeances'>,
  echeances: readonly EcheanceRow[],
  at: Temporal.Instant,
): Promise<Temporal.Instant> {
  const changed = echeances.filter((echeance, index) => differs(echeance, schedule.echeances[index]));
  await writeEcheances(tx, changed, at);
  return touchSchedule(tx, schedule.propertyId, at);
}

function differs(echeance: EcheanceRow, before: EcheanceRow | undefined): boolean {
  if (!before) return true;
  const computed = (row: EcheanceRow) => [
    ...[String(row.startDate), String(row.endDate), row.capitalLoanedAtStartCents, row.capitalLoanedCents],
    ...[row.interestCents, row.interestCarry, row.managementFeesExclTaxCents, row.managementFeesVatCents],
    ...[row.managementFeesCarry, row.capitalRepaymentDueCents],
  ];
  const old = computed(before);
  return computed(echeance).some((value, index) => value !== old[index]);
}

function toKept(row: EcheanceRow): KeptEcheance {
  return { ...row, startDay: dayOf(row.startDate), endDay: dayOf(row.endDate) };
}

function amountsOf({ startDay, endDay, ...amounts }: ComputedEcheance) {
  const endDate = dateOf(endDay);
  return { ...amounts, startDate: dateOf(startDay), endDate, dueDate: endDate };
}

/** An echeance that nothing happened to yet. */
export function newEcheance(propertyId: string, computed: ComputedEcheance): EcheanceRow {
  return {
    id: newId(),
    propertyId,
    ...amountsOf(computed),
    ...{ penaltyTotalCents: 0, penaltyForInvestorsCents: 0, penaltyForBricksCents: 0 },
    ...{ managementFeesStatus: 'notExecuted', managementFeesExecutedAt: null, managementFeesComment: null },
    ...{ managementFeesTakenCents: 0, paidMensualiteCents: 0, paidCapitalCents: 0 },
    ...{ sequestreUsedCents: 0, sequestreWaitingCents: 0 },
    ...{ debitId: null, debitStatus: null, debitAmountCents: null, debitDate: null, providerDebitId: null },
  };
}
