// Bodies and answers of the payment schedule routes. Amounts are cents (ground-rules.md#money).

import { type Static, Type } from 'typebox';
import { FINANCIAL_STATUSES } from '../../../config/business.ts';
import { MAX_CENTS } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { PartQuery } from '../../../core/http/pagination.ts';
import { Cents, Model, Nullable, PlainDate, Timestamp, Uuid, UuidOf, Variants, Words } from '../../../core/http/schemas.ts';
import { OpenPayment } from '../../../money/payments/index.ts';
import { MAX_MONTHS } from '../schedule-computation/index.ts';

const MAX_AMOUNT = 1_000_000_000_000_000;
/** Parts of a cent are rounded half up. */
const Amount = Type.Number({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, description: 'cents' });
const Percentage = Type.Number({ minimum: -1_000_000, maximum: 1_000_000, description: 'percent, four decimals are kept' });
const Months = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 });
/** A day, or an instant, of which its Paris day is used (ground-rules.md#contract-dates). */
const ContractDate = Type.String({
  pattern: '^(?:19|2[01])\\d\\d-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d))?$',
  description: 'YYYY-MM-DD, or an instant: its day in Paris',
});
const EVENT_TYPES = ['capitalLoaned', 'capitalRepaymentUnplanned'] as const;

export const PropertyParams = Type.Object({ propertyId: UuidOf<PropertyId>() });
export const ProjectParams = Type.Object({ projectId: UuidOf<PropertyId>() });

export const CapitalEventParams = Type.Object({ propertyId: UuidOf<PropertyId>(), capitalEventId: Uuid });

const Event = Model('CapitalEvent', {
  type: Words(EVENT_TYPES, { title: 'CapitalEventType' }),
  date: ContractDate,
  amount: Amount,
  interestSequestreAmount: Type.Optional(Amount),
});
export type Event = Static<typeof Event>;

/** Ranges are checked by the rules, whose errors have codes of their own. */
export const ScheduleConfig = Model('ScheduleConfig', {
  totalFundedAmount: Amount,
  initialCapitalLoaned: Type.Object({ date: ContractDate, amount: Amount }),
  durationInMonths: Months,
  annualInterestPercentage: Percentage,
  managementFeesPercentage: Percentage,
  spvCountry: Type.String({ maxLength: 100 }),
  interestSequestre: Amount,
  events: Type.Array(Event, { maxItems: 1_000 }),
});
export type ScheduleConfig = Static<typeof ScheduleConfig>;

export const NewSchedule = Model('NewSchedule', {
  propertyId: UuidOf<PropertyId>(),
  echeancierConfig: ScheduleConfig,
  totalConstructionBudget: Type.Number({ minimum: 0, maximum: MAX_CENTS, description: 'cents' }),
});
export type NewSchedule = Static<typeof NewSchedule>;

/** The terms that replace those of a stored schedule. */
export const OtherSchedule = Model('OtherSchedule', {
  echeancierConfig: ScheduleConfig,
  totalConstructionBudget: NewSchedule.properties.totalConstructionBudget,
});
export type OtherSchedule = Static<typeof OtherSchedule>;

/** `YYYY-MM`. */
export const Period = Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$', description: 'YYYY-MM' });

export const NewCapitalEvent = Model('NewCapitalEvent', { echeancePeriod: Period, event: Event });
export type NewCapitalEvent = Static<typeof NewCapitalEvent>;

export const NewProrogation = Model('NewProrogation', {
  // Too short a total has a code of its own, whatever its sign.
  durationInMonths: Type.Integer({ minimum: -1_000_000, maximum: MAX_MONTHS, description: 'the new total' }),
  interestRateDuringProrogation: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000, description: 'percent' })),
});
export type NewProrogation = Static<typeof NewProrogation>;

export const PeriodParams = Type.Object({ period: Period });

/** A text that is no period is unknown like any other (schedule.md#recomputation). */
export const RecomputeFrom = Model('RecomputeFrom', { period: Type.String({ maxLength: 100, description: 'YYYY-MM' }) });

const dayOfMonth = Type.Optional(Type.Integer({ minimum: 1, maximum: 31, description: 'absent: the stored one stays' }));

export const PaymentMode = Variants('PaymentMode', 'paymentMode', [
  Type.Object({ paymentMode: Type.Literal('wire'), dayOfMonth }),
  Type.Object({
    paymentMode: Type.Literal('directDebit'),
    providerMandateId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    dayOfMonth,
  }),
]);
export type PaymentMode = Static<typeof PaymentMode>;

const PAYMENT_STATUSES = ['paid', 'partiallyPaid', 'unpaid'] as const;

const ScheduledPayment = Model('ScheduledPayment', {
  providerDebitId: Type.Integer(),
  date: PlainDate,
  amount: Cents,
  status: Words(['scheduled', 'succeeded', 'failed', 'canceled'], { title: 'ScheduledPaymentStatus' }),
});

const echeanceFields = {
  number: Type.Integer({ minimum: 1 }),
  period: Period,
  startDate: PlainDate,
  endDate: Type.String({ format: 'date', description: 'exclusive' }),
  dueDate: PlainDate,
  capitalLoanedAtStart: Cents,
  capitalLoaned: Cents,
  interest: Cents,
  managementFees: Model('EcheanceFees', {
    amountExcludingTax: Cents,
    vat: Cents,
    amountIncludingTax: Cents,
    status: Words(['notExecuted', 'executed'], { title: 'FeeStatus' }),
    executedAt: Nullable(Timestamp),
    comment: Nullable(Type.String()),
    // Where the stored schedule is read.
    openPayment: Type.Optional(OpenPayment),
  }),
  penalty: Model('Penalty', { total: Cents, forInvestors: Cents, forBricks: Cents }),
  interestSequestrePlanned: Cents,
  interestSequestreUsed: Cents,
  amountDue: Cents,
  remainingToBePaid: Cents,
  overpaid: Cents,
  /** Open claim of debits that were charged back; absent when there is none. */
  chargeBackClaim: Type.Optional(Cents),
  /** What is lacking and was given up, less what came in since; only of a project that was given up. */
  writtenOff: Type.Optional(Model('WrittenOff', { mensualite: Cents, capital: Cents })),
  status: Words(PAYMENT_STATUSES, { title: 'EcheanceStatus' }),
  scheduledPayment: Nullable(ScheduledPayment),
  capitalRepaymentDue: Cents,
  capitalRepaymentRemaining: Cents,
  capitalRepaymentStatus: Words([...PAYMENT_STATUSES, 'notDue'], { title: 'CapitalRepaymentStatus' }),
};

/** repayments.md#fields-of-an-echeance; amounts in cents. */
export const EcheanceView = Model('EcheanceView', { id: UuidOf<EcheanceId>(), ...echeanceFields });
export type EcheanceView = Static<typeof EcheanceView>;

const { interestSequestrePlanned: _, ...ownFields } = echeanceFields;
const ScheduleProject = Model('ScheduleProject', {
  id: UuidOf<PropertyId>(),
  name: Type.String(),
  financialStatus: Nullable(Words(FINANCIAL_STATUSES, { title: 'FinancialStatus' })),
  spvId: Nullable(UuidOf<SpvId>()),
});

/** Echeances of one month with their projects; without the planned escrow, which only a whole schedule has. */
export const PaymentsOfPeriod = Type.Array(Type.Object({ id: UuidOf<EcheanceId>(), ...ownFields, project: ScheduleProject }));
export type PaymentsOfPeriod = Static<typeof PaymentsOfPeriod>;

export const UnpaidCapitalQuery = Type.Object({ ...PartQuery.properties, propertyId: Type.Optional(UuidOf<PropertyId>()) });

/** Echeances on which capital is still to be paid back. */
export const UnpaidCapital = Type.Array(
  Type.Object({
    echeanceId: UuidOf<EcheanceId>(),
    number: Type.Integer(),
    period: Period,
    dueDate: PlainDate,
    project: ScheduleProject,
    capitalRepaymentDue: Cents,
    capitalRepaymentRemaining: Cents,
    capitalRepaymentStatus: echeanceFields.capitalRepaymentStatus,
    isLate: Type.Boolean({ description: 'the due date has passed' }),
  }),
);
export type UnpaidCapital = Static<typeof UnpaidCapital>;

/** Echeances of a configuration that is not stored: they have no id. */
export const SimulatedEcheances = Type.Array(Type.Object(echeanceFields));
export type SimulatedEcheances = Static<typeof SimulatedEcheances>;

/** A schedule with its terms and its echeances; amounts in cents. */
export const ScheduleView = Model('ScheduleView', {
  propertyId: UuidOf<PropertyId>(),
  version: Type.Integer(),
  financialStatus: Nullable(Words(FINANCIAL_STATUSES, { title: 'FinancialStatus' })),
  config: Type.Object({
    totalFundedAmount: Cents,
    initialCapitalLoaned: Type.Object({ date: PlainDate, amount: Cents }),
    durationInMonths: Type.Integer({ description: 'of the contract' }),
    annualInterestPercentage: Type.Number(),
    managementFeesPercentage: Type.Number(),
    spvCountry: Type.String(),
    interestSequestre: Cents,
    events: Type.Array(
      Type.Object({
        /** Absent: a payment that no event had asked for, or an event that is only simulated. */
        id: Type.Optional(Uuid),
        type: Words(EVENT_TYPES, { title: 'CapitalEventType' }),
        date: PlainDate,
        amount: Cents,
        interestSequestreAmount: Cents,
        echeancePeriod: Type.Optional(Period),
      }),
    ),
    prorogations: Type.Array(
      Type.Object({ durationInMonths: Type.Integer(), interestRateDuringProrogation: Nullable(Type.Number()) }),
    ),
    paymentMode: Words(['wire', 'directDebit'], { title: 'PaymentModeType' }),
    providerMandateId: Nullable(Type.Integer()),
    dayOfMonth: Nullable(Type.Integer()),
  }),
  totalConstructionBudget: Cents,
  currentDurationInMonths: Type.Integer({ description: 'with the last prorogation' }),
  maturityDate: PlainDate,
  withholdingTaxApplicable: Type.Boolean(),
  interestSequestreRemaining: Cents,
  decision: Nullable(
    Type.Object(
      {
        since: Timestamp,
        planned: Type.Object({ totalFundedAmount: Cents, initialCapitalLoaned: Cents, interestSequestre: Cents }),
        collected: Cents,
        escrowSetAside: Cents,
      },
      { description: 'what was planned before the closing and came otherwise; null once the schedule is confirmed or replaced' },
    ),
  ),
  /** Only of a project that was given up; amounts are what is still lost of it. */
  givenUp: Type.Optional(Type.Object({ at: Timestamp, comment: Type.String(), mensualite: Cents, capital: Cents })),
  echeances: Type.Array(EcheanceView),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type ScheduleView = Static<typeof ScheduleView>;
