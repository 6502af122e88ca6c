// The tax rate of an investor, the years that they may declare, and which coupons are taxed at the source (tax.md). Pure.

import type { TaxYear } from '../../../config/business.ts';
import { type Cents, centsOf, roundHalfUp } from '../../../core/cents.ts';

export const SOCIAL_SECURITIES = ['france', 'eeaOrSwitzerland', 'other'] as const;
export const FISCAL_HOUSEHOLDS = ['single', 'couple'] as const;
export const INCOMES = ['under25000', 'from25000To50000', 'over50000'] as const;

/** The form as it is sent: types are checked, values are not, and any answer may be missing. */
export type TaxForm = {
  year: number;
  fiscalResidence?: string;
  socialSecurity?: string;
  fiscalHousehold?: string;
  income?: string;
  keepPFU?: boolean;
};

/** The form as it is stored: one of the documents' two variants, complete and validated. */
export type TaxAnswers =
  | { year: number; fiscalResidence: 'abroad' }
  | {
      year: number;
      fiscalResidence: 'france';
      socialSecurity: (typeof SOCIAL_SECURITIES)[number];
      fiscalHousehold: (typeof FISCAL_HOUSEHOLDS)[number];
      income: (typeof INCOMES)[number];
      keepPFU: boolean;
    };

/** A withholding rate in basis points: `incomeTaxBps` and `socialBps` are declared separately, investors pay their sum. */
export type TaxRate = { incomeTaxBps: number; socialBps: number };

const NO_TAX: TaxRate = { incomeTaxBps: 0, socialBps: 0 };

/** The whole rate in basis points (3140 = 31.4 %). */
export function rateBpsOf(rate: TaxRate): number {
  return rate.incomeTaxBps + rate.socialBps;
}

/** The API's percentage of basis points: 3140 gives 31.4. */
export function taxPercentage(rateBps: number): number {
  return rateBps / 100;
}

/** The row of `table` that applies in `year`: the last one that has begun, or the earliest one if none has. */
export function taxYearOf(table: readonly TaxYear[], year: number): TaxYear {
  const rows = table.toSorted((a, b) => a.fromYear - b.fromYear);
  const row = rows.findLast(({ fromYear }) => fromYear <= year) ?? rows[0];
  if (!row) throw new Error('TAX_RATES is empty');
  return row;
}

/** The rate of an investor without a declaration; nothing is withheld from companies, which pay tax by their own return. */
export function defaultTaxRate(customerType: 'individual' | 'business' | null, law: TaxYear): TaxRate {
  return customerType === 'business' ? NO_TAX : { incomeTaxBps: law.incomeTaxBps, socialBps: law.socialBps };
}

/** The answers of the form's variant, without others; undefined when one is missing or invalid. */
export function readAnswers(form: TaxForm): TaxAnswers | undefined {
  const { year, fiscalResidence, keepPFU } = form;
  if (fiscalResidence === 'abroad') return { year, fiscalResidence };
  if (fiscalResidence !== 'france') return undefined;
  const socialSecurity = SOCIAL_SECURITIES.find((word) => word === form.socialSecurity);
  const fiscalHousehold = FISCAL_HOUSEHOLDS.find((word) => word === form.fiscalHousehold);
  const income = INCOMES.find((word) => word === form.income);
  if (!socialSecurity || !fiscalHousehold || !income || keepPFU === undefined) return undefined;
  return { year, fiscalResidence, socialSecurity, fiscalHousehold, income, keepPFU };
}

/**
 * The rate that follows from the answers under the law of their year; undefined when they claim an exemption that the household
 * is not entitled to. Members of a social security scheme of the EEA or Switzerland pay the solidarity levy instead of the social
 * contributions; no exemption covers either of them.
 */
export function taxRateOfAnswers(answers: TaxAnswers, law: TaxYear): TaxRate | undefined {
  if (answers.fiscalResidence === 'abroad') return NO_TAX;
  const socialBps = answers.socialSecurity === 'eeaOrSwitzerland' ? law.solidarityBps : law.socialBps;
  if (answers.keepPFU) return { incomeTaxBps: law.incomeTaxBps, socialBps };
  const isExempt =
    answers.income === 'under25000' || (answers.income === 'from25000To50000' && answers.fiscalHousehold === 'couple');
  return isExempt ? { incomeTaxBps: 0, socialBps } : undefined;
}

/** The rate of an investor in a year: by the answers of a validated request, else the default (A-taxation-1, A-taxation-4). */
export function applicableTaxRate(
  investor: { customerType: 'individual' | 'business' | null; validatedAnswers: TaxAnswers | undefined },
  law: TaxYear,
): TaxRate {
  const declared = investor.validatedAnswers && taxRateOfAnswers(investor.validatedAnswers, law);
  return declared ?? defaultTaxRate(investor.customerType, law);
}

const LAST_MONTH_AND_DAY = { month: 11, day: 30 };

/**
 * Years that may be declared on the Paris date `today`, ascending (tax.md#years-that-may-be-declared). Without taxable income:
 * the current and the next year. With it: only the next year, up to and including 30 November. Each year once.
 */
export function submittableYears(state: {
  today: Temporal.PlainDate;
  hasTaxableIncome: boolean;
  requestedYears: readonly number[];
}): number[] {
  const { today, hasTaxableIncome, requestedYears } = state;
  const isInTime = Temporal.PlainDate.compare(today, deadlineOf(today)) <= 0;
  const yearsWithIncome = isInTime ? [today.year + 1] : [];
  const years = hasTaxableIncome ? yearsWithIncome : [today.year, today.year + 1];
  return years.filter((year) => !requestedYears.includes(year));
}

/** The last day on which somebody with taxable income may declare the next year. */
export function deadlineOf(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.with(LAST_MONTH_AND_DAY);
}

/** What was decided on a declaration, by Paris days; null where it was not. */
export type Decisions = { validated: Temporal.PlainDate | null; refused: Temporal.PlainDate | null };

/**
 * From which day on the rate of a year holds: its first one, or that of the validation within it. Null after a refusal within it: whether that
 * changed the rate is not kept.
 */
export function rateSince(year: number, decisions: Decisions | undefined): Temporal.PlainDate | null {
  const first = Temporal.PlainDate.from({ year, month: 1, day: 1 });
  const isLater = (day: Temporal.PlainDate | null | undefined) => day && Temporal.PlainDate.compare(day, first) > 0;
  if (isLater(decisions?.refused)) return null;
  return (isLater(decisions?.validated) && decisions?.validated) || first;
}

/** Tax returns take whole euros, rounded half up. */
export function wholeEuros(cents: Cents): number {
  return Number(roundHalfUp(BigInt(cents), 100n));
}

/** Limit of the losses on loans that are deductible in one year (article 125-00 A of the tax code), cents. */
const MAX_LOSSES_PER_YEAR_CENTS = 800_000;

/**
 * Interest on loans less the deductible losses on loans of the same year, as in the tax return; the remaining losses are carried
 * forward.
 */
export function loanInterestAfterLosses(interestCents: Cents, lossCents: Cents): Cents {
  return centsOf(Math.max(interestCents - Math.min(lossCents, MAX_LOSSES_PER_YEAR_CENTS), 0));
}

/**
 * Countries whose companies withhold tax (tax.md#withholding); the country of the issuer decides, not that of the building.
 */
const WITHHOLDING_COUNTRIES: readonly string[] = ['France', 'France outre-mer', 'Réunion (île)'];

/** Whether a coupon of this issuer is taxed at the source; `royaltyWithholding` is the setting ROYALTY_WITHHOLDING. */
export function isTaxWithheld(
  coupon: { issuerCountry: string; contractType: 'obligation' | 'loan' | 'royalty' },
  royaltyWithholding: boolean,
): boolean {
  return WITHHOLDING_COUNTRIES.includes(coupon.issuerCountry) && (coupon.contractType !== 'royalty' || royaltyWithholding);
}
