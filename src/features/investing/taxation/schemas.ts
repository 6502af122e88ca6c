// Bodies and answers of the taxation routes.

import { type Static, Type } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import {
  Cents,
  Model,
  Nullable,
  Page,
  PageQuery,
  Timestamp,
  Uuid,
  UuidOf,
  WholeCents,
  Words,
} from '../../../core/http/schemas.ts';
import { FISCAL_HOUSEHOLDS, INCOMES, SOCIAL_SECURITIES } from './rules.ts';

const Year = Type.Integer({ minimum: 0, maximum: 9999 });
const oneOf = (words: readonly string[]) => Type.Optional(Type.String({ maxLength: 100, description: words.join(', ') }));

/** Only types are checked here: an invalid answer has its own error code. */
export const NewTaxRequest = Model(
  'NewTaxRequest',
  {
    year: Year,
    fiscalResidence: oneOf(['france', 'abroad']),
    socialSecurity: oneOf(SOCIAL_SECURITIES),
    fiscalHousehold: oneOf(FISCAL_HOUSEHOLDS),
    income: oneOf(INCOMES),
    keepPFU: Type.Optional(Type.Boolean()),
  },
  { description: 'france: all fields; abroad: year and fiscalResidence alone' },
);

/** The same answers before they are sent. */
export const DeclaredRateQuery = Type.Object(NewTaxRequest.properties);

const FormAnswers = Model('FormAnswers', {
  year: Year,
  fiscalResidence: Words(['france', 'abroad'], { title: 'FiscalResidence' }),
  socialSecurity: Type.Optional(Words(SOCIAL_SECURITIES, { title: 'SocialSecurity' })),
  fiscalHousehold: Type.Optional(Words(FISCAL_HOUSEHOLDS, { title: 'FiscalHousehold' })),
  income: Type.Optional(Words(INCOMES, { title: 'HouseholdIncome' })),
  keepPFU: Type.Optional(Type.Boolean()),
});

const STATUSES = ['waiting', 'validated', 'refused', 'withdrawn'] as const;

const TaxRate = Type.Number({ description: 'percent, 31.4 = 31.4 %' });

export const DeclaredRate = Model('DeclaredRate', { taxRate: TaxRate });

/** Taxation history of tax.md#tax-history, newest year first. */
export const Taxation = Type.Array(
  Model('TaxYear', {
    year: Year,
    taxRate: TaxRate,
    taxAmountHistory: Type.Array(Model('TaxOfMonth', { period: Type.String({ description: 'YYYY-MM' }), amount: Cents })),
    taxExemptionRequestedAt: Type.Optional(Timestamp),
    taxExemptionStatus: Type.Optional(
      Words(['waiting', 'validated', 'refused'], {
        title: 'TaxExemptionStatus',
        description: 'only a validated request replaces the default rate',
      }),
    ),
    taxExemptionRefusalReason: Type.Optional(Type.String()),
    taxExemptionFormAnswers: Type.Optional(FormAnswers),
  }),
);
export type Taxation = Static<typeof Taxation>;

const Day = Type.String({ format: 'date', description: 'Paris day' });

/** `incomeTaxRate` and `socialRate` are the parts of `taxRate`. */
const RateOfYear = Model('RateOfYear', {
  year: Year,
  taxRate: TaxRate,
  incomeTaxRate: TaxRate,
  socialRate: TaxRate,
  source: Words(['default', 'declared', 'company'], {
    title: 'TaxRateSource',
    description: 'declared: a validated declaration decides; company: nothing is withheld from it',
  }),
  since: Nullable(Type.String({ ...Day, description: 'Paris day; null after a refusal within the year' })),
});

/** Rates of this year and the next; `deadline` is null without taxable income: the open years may then be declared all year. */
export const TaxPosition = Model('TaxPosition', {
  rates: Type.Array(RateOfYear),
  openYears: Type.Array(Year, { description: 'that may be declared today' }),
  deadline: Nullable(Day),
  summaryYears: Type.Array(Year, { description: 'with a tax summary and a statement, newest first' }),
});
export type TaxPosition = Static<typeof TaxPosition>;

export const TaxRequest = Model('TaxRequest', {
  id: Uuid,
  customerId: UuidOf<CustomerId>(),
  email: Type.String(),
  year: Year,
  status: Words(STATUSES, { title: 'TaxRequestStatus' }),
  taxRate: Type.Number({ description: 'percent that follows from the answers with the rates of today' }),
  taxRateAtRequest: TaxRate,
  taxExemptionFormAnswers: FormAnswers,
  createdAt: Timestamp,
  validatedAt: Nullable(Timestamp),
  refusedAt: Nullable(Timestamp),
  refusalReason: Nullable(Type.String()),
});
export type TaxRequest = Static<typeof TaxRequest>;

export const TaxRequestsPage = Page(TaxRequest);

export const TaxRequestsQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Words(STATUSES, { title: 'TaxRequestStatus' })),
  year: Type.Optional(Year),
  customerId: Type.Optional(UuidOf<CustomerId>()),
});

export const TaxRequestParams = Type.Object({ id: Uuid });

export const RequestedYearParams = Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2199 }) });

export const Refusal = Model('TaxRequestRefusal', { reason: Type.Optional(Type.String({ pattern: '\\S', maxLength: 1_000 })) });

export const TaxSummaryParams = Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2199, description: 'Paris year' }) });

const Euros = Type.Integer({ minimum: 0, description: 'whole euros' });

/** Figures of a year in cents: confirmed payouts (A-taxation-8) and capital losses (A-taxation-11). */
export const TaxSummary = Model('TaxSummary', {
  year: Year,
  isFinal: Type.Boolean({ description: 'the year is over' }),
  grossInterestCents: Cents,
  incomeTaxWithheldCents: Cents,
  socialContributionsCents: Cents,
  taxWithheldCents: Cents,
  royaltyRevenueCents: Cents,
  interestByContract: Type.Object(
    { loanCents: Cents, obligationCents: Cents, otherCents: Cents },
    { description: 'the parts of grossInterestCents' },
  ),
  capitalLosses: Model(
    'CapitalByContract',
    { loanCents: Cents, obligationCents: Cents },
    { description: 'capital given up, or left unpaid by final settlements of the year, less what came back of it in the year' },
  ),
  capitalRecoveries: Model(
    'CapitalByContract',
    { loanCents: Cents, obligationCents: Cents },
    { description: 'capital that came back this year and was a loss of an earlier one' },
  ),
  loanInterestAfterLossesCents: WholeCents({
    minimum: 0,
    description: 'cents: box 2TT of the return itself, after the losses of this year alone',
  }),
  boxes: Type.Object(
    {
      '2TT': Cents,
      '2TR': Cents,
      '2TY': WholeCents({ minimum: 0, description: 'cents: losses of capital on loans, as the investor declares them' }),
      '2TU': WholeCents({ minimum: 0, description: 'cents: the same losses, in the file of the tax office' }),
      '2CK': Cents,
      '2BH': Cents,
      '2CG': Cents,
    },
    { description: 'boxes of the French tax return, in cents' },
  ),
  declaredEuros: Type.Object(
    { '2TT': Euros, '2TR': Euros, '2TY': Euros, '2CK': Euros, '2BH': Euros, '2CG': Euros },
    { description: 'the same as they are entered into the return, in whole euros' },
  ),
});
export type TaxSummary = Static<typeof TaxSummary>;
