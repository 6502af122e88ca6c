// What a request may ask of a schedule and in which state of its project, and how its echeances are shown (repayments.md#fields-of-an-echeance).

import type { Config } from '../../../config/settings.ts';
import { type Cents, centsOf, rateOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { AppError, INTERNAL_ERROR, VALIDATION_FAILED } from '../../../core/errors.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';
import { isSpvCountry, vatBpsOfSpv } from '../../projects/spvs/index.ts';
import {
  type AskedTerms,
  type CapitalEvent,
  type CapitalPayment,
  CONFIG_INVALID,
  capitalClaim,
  configFault,
  currentDuration,
  type Day,
  dayOf,
  deriveEcheance,
  effectiveEvents,
  firstDifference,
  maturityOf,
  monthOf,
  periodOfMonth,
  planSequestre,
  repaysTooMuch,
  type ScheduleTerms,
} from '../schedule-computation/index.ts';
import {
  ECHEANCE_NOT_FOUND,
  EVENT_OUT_OF_BOUND,
  EVENT_PERIOD_MISMATCH,
  PROROGATION_NOT_ABOVE_CURRENT,
  PROROGATION_NOT_ABOVE_NOMINAL,
  SEQUESTRE_NOT_ENOUGH,
} from './errors.ts';
import type { EcheanceRow, EcheanceWithProjectRow } from './queries.ts';
import type { EcheanceView, Event, PaymentsOfPeriod, ScheduleConfig, UnpaidCapital } from './schemas.ts';

/**
 * The terms of `config`, checked. `path` is the path of the configuration in the body, `vatOverrideBps` the SPV's own VAT rate.
 * Errors: rows 3 to 6 of schedule.md#validation-of-a-configuration; `validation-failed` for a date that does not exist.
 */
export function askedTerms(
  config: ScheduleConfig,
  settings: Pick<Config, 'VAT_RATE_BPS'>,
  { path, vatOverrideBps }: { path: string; vatOverrideBps: number | null },
): ScheduleTerms {
  const { spvCountry: country } = config;
  const terms: AskedTerms = {
    totalFundedAmountCents: wholeCents(config.totalFundedAmount),
    startDay: contractDay(config.initialCapitalLoaned.date, `${path}/initialCapitalLoaned/date`),
    initialCapitalCents: wholeCents(config.initialCapitalLoaned.amount),
    durationInMonths: config.durationInMonths,
    interestRate: rateOf(config.annualInterestPercentage),
    managementFeesRate: rateOf(config.managementFeesPercentage),
    vatBps: isSpvCountry(country) ? vatBpsOfSpv({ country, vatOverrideBps }, settings.VAT_RATE_BPS) : undefined,
    interestSequestreCents: wholeCents(config.interestSequestre),
    events: config.events.map((event, index) => askedEvent(event, `${path}/events/${index}`)),
    prorogations: [],
  };
  const { vatBps } = terms;
  const fault = configFault(terms);
  if (fault !== undefined) throw new AppError(fault);
  if (vatBps === undefined) throw new Error(`a configuration of country ${country} passed without a VAT rate`);
  return { ...terms, vatBps };
}

/** A capital event of a request. Error: `validation-failed` for a date that does not exist. */
export function askedEvent(event: Event, path: string): CapitalEvent {
  return {
    type: event.type,
    day: contractDay(event.date, `${path}/date`),
    amountCents: wholeCents(event.amount),
    interestSequestreCents: wholeCents(event.interestSequestreAmount ?? 0),
    duePeriod: null,
  };
}

/** Parts of a cent are rounded half up, only here (ground-rules.md#money). */
export function wholeCents(amount: number): Cents {
  return centsOf(Math.round(amount));
}

/** The day of a date, or the Paris day of an instant. */
function contractDay(text: string, path: string): Day {
  try {
    return dayOf(text.includes('T') ? parisDate(Temporal.Instant.from(text)) : Temporal.PlainDate.from(text));
  } catch (error) {
    throw new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is not a date' }], cause: error });
  }
}

/** An echeance of the stored schedule; `isKept`: no recomputation changes its interest. */
type EcheanceInPlace = { period: string; startDay: Day; endDay: Day; isKept: boolean };

/** Code of the first row that `event` breaks, undefined when it can be added. `echeances` in their order. */
export function capitalEventFault(asked: {
  terms: ScheduleTerms;
  echeances: readonly EcheanceInPlace[];
  /** What the escrow can still pay: the rest of the schedule's escrow, at most the balance of the project's ESCROW. */
  sequestreRemainingCents: Cents;
  /** Capital that is not paid back yet ({@link openCapital}): an unplanned repayment cannot exceed it. */
  openCapitalCents: Cents;
  echeancePeriod: string;
  event: CapitalEvent;
  /** What was paid of the capital: so much less may be outstanding. */
  payments: readonly CapitalPayment[];
}): string | undefined {
  const { terms, echeances, echeancePeriod, event } = asked;
  const events = [...terms.events, event];
  const echeance = echeances.find(({ period }) => period === echeancePeriod);
  if (!echeance) return ECHEANCE_NOT_FOUND;
  const isOfLast = echeance === echeances.at(-1) && event.day >= echeance.startDay;
  if (periodOfMonth(monthOf(event.day)) !== echeancePeriod && !isOfLast) return EVENT_PERIOD_MISMATCH;
  if (event.interestSequestreCents > asked.sequestreRemainingCents) return SEQUESTRE_NOT_ENOUGH;
  const effective = effectiveEvents(terms, asked.payments).events;
  const changes = firstDifference(effective, effectiveEvents({ ...terms, events }, asked.payments).events);
  const isKept = isBeforeKept(echeances, Math.min(event.day, changes ?? event.day));
  if (isKept || event.day < terms.startDay || event.day >= maturityOf(terms)) return EVENT_OUT_OF_BOUND;
  if (event.type === 'capitalRepaymentUnplanned' && event.amountCents > asked.openCapitalCents) return CONFIG_INVALID;
  if (repaysTooMuch({ ...terms, events: [...effective, event] })) return CONFIG_INVALID;
  return configFault({ ...terms, events }) === undefined ? undefined : CONFIG_INVALID;
}

/** The interest of a kept echeance could not follow a change of capital on `day`, in it or before it. */
export function isBeforeKept(echeances: readonly Pick<EcheanceInPlace, 'endDay' | 'isKept'>[], day: Day): boolean {
  return echeances.some(({ isKept, endDay }) => isKept && day < endDay);
}

/** Code when `durationInMonths`, the new total, is not longer; the nominal duration is checked first (schedule.md#prorogation). */
export function prorogationFault(
  terms: Pick<ScheduleTerms, 'durationInMonths' | 'prorogations'>,
  durationInMonths: number,
): string | undefined {
  if (durationInMonths <= terms.durationInMonths) return PROROGATION_NOT_ABOVE_NOMINAL;
  return durationInMonths <= currentDuration(terms) ? PROROGATION_NOT_ABOVE_CURRENT : undefined;
}

type EcheanceInUse = Omit<EcheanceRow, 'startDate'> & { isTouched: boolean; endDay: Day };

/**
 * True when something happened in the months that the newest prorogation added, or would end elsewhere without it: money, penalties, a
 * debit or an event there, or a mensualite of the old last echeance that was paid without the days up to the old maturity. `terms`: those
 * without that prorogation, `echeances` those with it.
 */
export function isProrogationUsed(terms: ScheduleTerms, echeances: readonly EcheanceInUse[]): boolean {
  const count = currentDuration(terms);
  const maturity = maturityOf(terms);
  const last = echeances[count - 1];
  if (last?.isTouched && last.endDay !== maturity) return true;
  return terms.events.some(({ day }) => day >= maturity) || echeances.slice(count).some(isUsed);
}

function isUsed(row: EcheanceInUse): boolean {
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

/** Until everything is repaid: a schedule may be made before the funding closes. */
const UNTIL_REPAID = ['draft', 'published', 'closed', 'repayment', 'delay', 'default'] as const;

const untilRepaid = projectRow(UNTIL_REPAID, PROJECT_IS_FINISHED, { settled: PROJECT_IS_SETTLED });

export const SCHEDULE_VERBS = {
  'create-schedule': untilRepaid,
  'replace-schedule': untilRepaid,
  'confirm-schedule': untilRepaid,
  'add-capital-event': untilRepaid,
  'remove-capital-event': untilRepaid,
  'prorogate-schedule': untilRepaid,
  'remove-prorogation': untilRepaid,
  // Any failure of these two is a 500 without its own code (schedule.md#recomputation, repayments.md#escrow).
  'recompute-schedule': projectRow(UNTIL_REPAID, INTERNAL_ERROR),
  'transfer-escrow': projectRow(UNTIL_REPAID, INTERNAL_ERROR),
  'set-payment-mode': untilRepaid,
};

/** Echeances of one schedule in their order, with the rest of its escrow planned over them. */
export function echeanceViews(rows: readonly EcheanceRow[], interestSequestreRemaining: Cents): EcheanceView[] {
  const planned = planSequestre(
    interestSequestreRemaining,
    rows.map((row) => ({
      interestCents: row.interestCents,
      coveredCents: centsOf(deriveEcheance(row).investorsReceivedCents + row.sequestreWaitingCents),
    })),
  );
  return rows.map((row, index) => {
    const plannedCents = planned[index];
    if (plannedCents === undefined) throw new Error(`no escrow was planned for echeance ${row.id}`);
    return echeanceView(row, plannedCents);
  });
}

/** One echeance; `interestSequestrePlanned` is its part of {@link planSequestre} in its schedule. */
export function echeanceView(row: EcheanceRow, interestSequestrePlanned: Cents): EcheanceView {
  const derived = deriveEcheance(row);
  const claimCents = centsOf(derived.claimCents + capitalClaim(row));
  return {
    id: row.id,
    number: row.number,
    period: row.period,
    startDate: row.startDate.toString(),
    endDate: row.endDate.toString(),
    dueDate: row.dueDate.toString(),
    capitalLoanedAtStart: row.capitalLoanedAtStartCents,
    capitalLoaned: row.capitalLoanedCents,
    interest: row.interestCents,
    managementFees: {
      amountExcludingTax: row.managementFeesExclTaxCents,
      vat: row.managementFeesVatCents,
      amountIncludingTax: derived.managementFeesInclTaxCents,
      status: row.managementFeesStatus === 'executed' ? 'executed' : 'notExecuted',
      executedAt: row.managementFeesExecutedAt?.toString() ?? null,
      comment: row.managementFeesComment,
    },
    penalty: { total: row.penaltyTotalCents, forInvestors: row.penaltyForInvestorsCents, forBricks: row.penaltyForBricksCents },
    interestSequestrePlanned,
    interestSequestreUsed: row.sequestreUsedCents,
    amountDue: derived.amountDueCents,
    remainingToBePaid: derived.remainingToBePaidCents,
    overpaid: derived.overpaidCents,
    ...(claimCents === 0 ? {} : { chargeBackClaim: claimCents }),
    ...(row.isGivenUp ? { writtenOff: { mensualite: derived.writtenOffCents, capital: derived.capitalWrittenOffCents } } : {}),
    status: derived.status,
    scheduledPayment: scheduledPaymentView(row),
    capitalRepaymentDue: row.capitalRepaymentDueCents,
    capitalRepaymentRemaining: derived.capitalRepaymentRemainingCents,
    capitalRepaymentStatus: derived.capitalRepaymentStatus,
  };
}

/** An echeance on which capital is still to be paid back; late from the day after its due date (repayments.md#unpaid-capital). */
export function unpaidCapitalView(row: EcheanceWithProjectRow, today: Temporal.PlainDate): UnpaidCapital[number] {
  const { capitalRepaymentRemainingCents, capitalRepaymentStatus } = deriveEcheance(row);
  return {
    echeanceId: row.id,
    number: row.number,
    period: row.period,
    dueDate: row.dueDate.toString(),
    project: projectView(row),
    capitalRepaymentDue: row.capitalRepaymentDueCents,
    capitalRepaymentRemaining: capitalRepaymentRemainingCents,
    capitalRepaymentStatus,
    isLate: Temporal.PlainDate.compare(row.dueDate, today) < 0,
  };
}

/** The project of an echeance in lists over all of them. */
export function projectView(row: EcheanceWithProjectRow): PaymentsOfPeriod[number]['project'] {
  return { id: row.propertyId, name: row.propertyName, financialStatus: row.financialStatus, spvId: row.spvId };
}

/** A debit that was charged back has paid nothing, like one that failed. */
const SHOWN_DEBIT = {
  scheduled: 'scheduled',
  canceling: 'scheduled',
  succeeded: 'succeeded',
  failed: 'failed',
  chargedBack: 'failed',
  canceled: 'canceled',
} as const;

/** The latest debit once the provider knows it; one that is being cancelled is still scheduled. */
function scheduledPaymentView(row: EcheanceRow): EcheanceView['scheduledPayment'] {
  const { debitStatus, providerDebitId, debitDate, debitAmountCents } = row;
  if (debitStatus === null || debitStatus === 'creating' || providerDebitId === null) return null;
  if (debitDate === null || debitAmountCents === null) return null;
  const status = SHOWN_DEBIT[debitStatus];
  return { providerDebitId, date: debitDate.toString(), amount: debitAmountCents, status };
}
