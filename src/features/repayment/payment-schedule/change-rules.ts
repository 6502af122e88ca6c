// A stored schedule after a payment, an event or a recomputation, without writing it (repayments.md#assigning,
// schedule.md#recomputation): its echeances, its terms, and the purses that it fills. Pure.

import type { Config } from '../../../config/settings.ts';
import { allCentsOf, type Cents, centsOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Purse } from '../../../money/ledger/index.ts';
import { vatBpsOfSpv } from '../../projects/spvs/index.ts';
import {
  type CapitalEvent,
  type CapitalPayment,
  type CapitalTerms,
  type ComputedEcheance,
  capitalForHolders,
  computeSchedule,
  type Day,
  dateOf,
  dayOf,
  deriveEcheance,
  dueNumber,
  type EffectiveEvents,
  effectiveEvents,
  firstDifference,
  type KeptEcheance,
  pursesOfMensualite,
  type ScheduleTerms,
  sequestreRemaining,
} from '../schedule-computation/index.ts';
import type { EcheanceRow } from './queries.ts';
import type { Schedule } from './schedule-queries.ts';

/**
 * `after` with its echeances recomputed from the first day on which it has another capital outstanding than `before`, and at the latest
 * from `fromNumber` on. `changedFrom`: that day, if there is one.
 */
export function rescheduled(
  before: Schedule,
  after: Schedule,
  config: Pick<Config, 'VAT_RATE_BPS'>,
  fromNumber = Number.POSITIVE_INFINITY,
): { schedule: Schedule; changedFrom: Day | undefined } {
  const terms = termsOf(after, config);
  const was = eventsWithPayments(before, capitalTermsOf(before));
  const is = eventsWithPayments(after, terms);
  const changedFrom = firstDifference(was.events, is.events);
  const from = Math.min(fromNumber, changedFrom === undefined ? fromNumber : numberOn(before, changedFrom));
  return { schedule: { ...after, echeances: recomputedEcheances(after, terms, from, noNewEcheance) }, changedFrom };
}

/** Neither events nor payments change the duration. */
function noNewEcheance(): never {
  throw new Error('a payment or an event adds no echeance');
}

/** A payment on an echeance; of the owner's, or the escrow's part of an event. */
export type Payment = {
  id: string;
  echeanceId: EcheanceId;
  paymentFor: 'mensualite' | 'capitalRepayment';
  amountCents: Cents;
  paymentDate: Temporal.PlainDate;
};

type TakenBack = Omit<Payment, 'paymentDate'>;
type Settings = Pick<Config, 'VAT_RATE_BPS'>;

/** The payment assigned. Capital counts from the day of its payment on: what has no money since is computed anew. */
export function withPayment(schedule: Schedule, payment: Payment, config: Settings): Schedule {
  const paid = withAmount(schedule, payment, payment.amountCents);
  if (payment.paymentFor === 'mensualite') return paid;
  const { id, echeanceId, amountCents, paymentDate } = payment;
  const capitalPayments = [
    ...paid.capitalPayments,
    { ...{ id, echeanceId, amountCents, day: dayOf(paymentDate) }, onLast: isLast(schedule, echeanceId), isChargedBack: false },
  ];
  return rescheduled(schedule, { ...paid, capitalPayments }, config).schedule;
}

/** The assignment taken back: its echeance is computed anew when nothing else keeps it, and for capital all that followed from it. */
export function withoutPayment(schedule: Schedule, payment: TakenBack, config: Settings): Schedule {
  const { id, echeanceId, paymentFor, amountCents } = payment;
  const without = withAmount(schedule, payment, -amountCents);
  const capitalPayments = schedule.capitalPayments.filter((paid) => paid.id !== id);
  const number = schedule.echeances.find((row) => row.id === echeanceId)?.number;
  const from = paymentFor === 'mensualite' ? number : undefined;
  return rescheduled(schedule, { ...without, capitalPayments }, config, from).schedule;
}

/** The payment taken back by the payer's bank, when holders or platform may have it: a mensualite keeps what it asked for. */
export function withChargeBack(schedule: Schedule, payment: TakenBack, config: Settings): Schedule {
  const without = withAmount(schedule, payment, -payment.amountCents);
  if (payment.paymentFor === 'mensualite') return without;
  const capitalPayments = schedule.capitalPayments.map((paid) =>
    paid.id === payment.id ? { ...paid, isChargedBack: true } : paid,
  );
  return rescheduled(schedule, { ...without, capitalPayments }, config).schedule;
}

/** Capital paid there counts from its day on, whatever is the last echeance later. */
export function isLast({ echeances }: Schedule, echeanceId: EcheanceId): boolean {
  return echeances.at(-1)?.id === echeanceId;
}

/** `cents` more paid on the echeance; an unknown echeance changes nothing. */
export function withAmount(
  schedule: Schedule,
  { echeanceId, paymentFor }: Pick<Payment, 'echeanceId' | 'paymentFor'>,
  cents: number,
): Schedule {
  const field = paymentFor === 'mensualite' ? 'paidMensualiteCents' : 'paidCapitalCents';
  const echeances = schedule.echeances.map((row) => (row.id === echeanceId ? { ...row, [field]: row[field] + cents } : row));
  return { ...schedule, echeances };
}

/** The mensualite has money, or it was given up: no recomputation changes interval, interest, fees and carries of this echeance. */
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
function numberOn({ echeances }: Pick<Schedule, 'echeances'>, day: Day): number {
  return echeances.find(({ endDate }) => day < dayOf(endDate))?.number ?? echeances.length + 1;
}

/** The echeances of `terms` from `fromNumber` on, but for those with money; stored ones keep id, payments, penalties, fee execution and debit, new ones get an id from `newId`. */
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
    penaltyTotalCents: 0,
    penaltyForInvestorsCents: 0,
    penaltyForBricksCents: 0,
    managementFeesStatus: 'notExecuted',
    managementFeesExecutedAt: null,
    managementFeesComment: null,
    managementFeesTakenCents: 0,
    managementFeesPaidOutside: false,
    paidMensualiteCents: 0,
    paidCapitalCents: 0,
    keptMainCents: 0,
    keptSurplusCents: 0,
    keptCapitalSurplusCents: 0,
    isGivenUp: false,
    sequestreUsedCents: 0,
    sequestreWaitingCents: 0,
    couponDistributedCents: 0,
    capitalDistributedCents: 0,
    debitId: null,
    debitStatus: null,
    debitAmountCents: null,
    debitDate: null,
    providerDebitId: null,
  };
}

/** What the escrow still holds for interest, cents (G-9). */
export function sequestreRemainingOf({
  interestSequestreCents,
  sequestreTransferredCents,
}: Pick<Schedule, 'interestSequestreCents' | 'sequestreTransferredCents'>): Cents {
  return sequestreRemaining({ interestSequestreCents, transferredCents: sequestreTransferredCents });
}

/** What the capital outstanding follows from, beside the payments. */
export function capitalTermsOf(schedule: Schedule): CapitalTerms {
  const { durationInMonths, events, prorogations, initialCapitalLoanedCents: initialCapitalCents } = schedule;
  return { startDay: dayOf(schedule.initialCapitalLoanedDate), initialCapitalCents, durationInMonths, events, prorogations };
}

/** Input of the computation; the VAT rate is today's rate of the SPV, or of its country (A-payment-schedule-7). */
export function termsOf(schedule: Schedule, config: Pick<Config, 'VAT_RATE_BPS'>): ScheduleTerms {
  const { spvCountry: country, vatOverrideBps } = schedule;
  return {
    ...capitalTermsOf(schedule),
    totalFundedAmountCents: schedule.totalFundedAmountCents,
    interestRate: schedule.annualInterestRate,
    managementFeesRate: schedule.managementFeesRate,
    vatBps: vatBpsOfSpv({ country, vatOverrideBps }, config.VAT_RATE_BPS),
    interestSequestreCents: schedule.interestSequestreCents,
  };
}

/** The columns of terms that are created or replaced. */
export function termColumns(terms: ScheduleTerms, at: Temporal.Instant) {
  return {
    total_funded_amount_cents: terms.totalFundedAmountCents,
    initial_capital_loaned_date: dateOf(terms.startDay),
    initial_capital_loaned_cents: terms.initialCapitalCents,
    duration_in_months: terms.durationInMonths,
    annual_interest_rate: terms.interestRate,
    management_fees_rate: terms.managementFeesRate,
    interest_sequestre_cents: terms.interestSequestreCents,
    updated_at: at,
  };
}

/** The schedule without the part that was paid. */
export function withoutEscrowPart(schedule: Schedule, event: CapitalEvent): Schedule {
  const part = { ...event, interestSequestreCents: centsOf(-event.interestSequestreCents) };
  return withEscrowPart(schedule, part).schedule;
}

/** The schedule with the part paid, and the echeance it is paid on: the one in which the event is due. */
export function withEscrowPart(schedule: Schedule, event: CapitalEvent): { schedule: Schedule; echeance: EcheanceRow } {
  const { day, interestSequestreCents: amountCents } = event;
  const echeance = schedule.echeances[dueNumber(capitalTermsOf(schedule), event) - 1];
  if (!echeance) throw new Error(`no echeance of property ${schedule.propertyId} has the event of day ${day}`);
  const paid = withAmount(schedule, { echeanceId: echeance.id, paymentFor: 'capitalRepayment' }, amountCents);
  const sequestreTransferredCents = centsOf(schedule.sequestreTransferredCents + amountCents);
  return { schedule: { ...paid, sequestreTransferredCents }, echeance };
}

/** Change of each purse and of the open claims between two versions of a schedule, cents. */
export function purseChanges(before: Schedule, after: Schedule): FilledPurses {
  const [was, is] = [pursesOfSchedule(before), pursesOfSchedule(after)];
  return allCentsOf({
    COUPON: is.COUPON - was.COUPON,
    FEES: is.FEES - was.FEES,
    MAIN: is.MAIN - was.MAIN,
    SURPLUS: is.SURPLUS - was.SURPLUS,
    CAPITAL: is.CAPITAL - was.CAPITAL,
    claim: is.claim - was.claim,
  });
}

/** Open claims of the schedule's echeances, cents: money that had left the purses before its debit was charged back. */
export function openClaims(schedule: Schedule): Cents {
  return pursesOfSchedule(schedule).claim;
}

/** Purses that an echeance fills; HELD, for a pending fee, is only changed by the fee's own payment. */
export const FILLED_PURSES = ['COUPON', 'FEES', 'MAIN', 'SURPLUS', 'CAPITAL'] as const satisfies readonly Purse[];

type FilledPurses = Record<(typeof FILLED_PURSES)[number] | 'claim', Cents>;

/** Sums over all echeances, cents, before anything was paid to the holders. */
function pursesOfSchedule(schedule: Schedule): FilledPurses {
  const cents = { COUPON: 0, FEES: 0, MAIN: 0, SURPLUS: 0, CAPITAL: 0, claim: 0 };
  const forHolders = capitalForHolders(schedule);
  for (const echeance of schedule.echeances) {
    const { COUPON, FEES, MAIN, SURPLUS } = pursesOfMensualite(echeance);
    const { paidCapitalCents } = echeance;
    const capitalCents = forHolders.get(echeance.id);
    if (capitalCents === undefined) throw new Error(`echeance ${echeance.id} is of another schedule`);
    const excessCents = Math.max(paidCapitalCents - capitalCents, echeance.keptCapitalSurplusCents);
    cents.COUPON += COUPON;
    cents.FEES += FEES;
    cents.MAIN += MAIN;
    cents.CAPITAL += capitalCents;
    cents.SURPLUS += SURPLUS + excessCents;
    cents.claim += deriveEcheance(echeance).claimCents + capitalCents + excessCents - paidCapitalCents;
  }
  return allCentsOf(cents);
}
