// Which tax is withheld from whom, and for which years an investor may declare their own situation (tax.md). Pure.

/** Withholding rates of one year in basis points (tax.md#rates-of-a-year); a row is in force until the next one begins. */
export type TaxYear = { fromYear: number; incomeTaxBps: number; socialBps: number; solidarityBps: number };

export const SOCIAL_SECURITIES = ['france', 'eeaOrSwitzerland', 'other'] as const;
export const FISCAL_HOUSEHOLDS = ['single', 'couple'] as const;
export const INCOMES = ['under25000', 'from25000To50000', 'over50000'] as const;

/** The form as it is sent: right types, any words, anything may be missing. */
export type TaxForm = {
  year: number;
  fiscalResidence?: string;
  socialSecurity?: string;
  fiscalHousehold?: string;
  income?: string;
  keepPFU?: boolean;
};

/** The form as it is kept: one of the documents' two variants, every answer known. */
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

/** A withholding rate in basis points: `incomeTaxBps` and `socialBps` are filed apart, investors pay their sum. */
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

/** The row of `table` that holds in `year`: the last one that has begun. The earliest also holds before it begins. */
export function taxYearOf(table: readonly TaxYear[], year: number): TaxYear {
  const rows = table.toSorted((a, b) => a.fromYear - b.fromYear);
  const row = rows.findLast(({ fromYear }) => fromYear <= year) ?? rows[0];
  if (!row) throw new Error('TAX_RATES is empty');
  return row;
}

/** What is withheld from an investor who declared nothing; companies pay tax on their own return. */
export function defaultTaxRate(customerType: 'individual' | 'business' | null, law: TaxYear): TaxRate {
  return customerType === 'business' ? NO_TAX : { incomeTaxBps: law.incomeTaxBps, socialBps: law.socialBps };
}

/** The answers of a form, without what its variant does not ask; undefined when one is missing or unknown. */
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
 * The rate that the answers give under the law of their year; undefined when they ask for an exemption that their
 * household does not have. Whoever belongs to a scheme of the EEA or Switzerland pays the solidarity levy instead of the
 * social contributions, which no exemption covers.
 */
export function taxRateOfAnswers(answers: TaxAnswers, law: TaxYear): TaxRate | undefined {
  if (answers.fiscalResidence === 'abroad') return NO_TAX;
  const socialBps = answers.socialSecurity === 'eeaOrSwitzerland' ? law.solidarityBps : law.socialBps;
  if (answers.keepPFU) return { incomeTaxBps: law.incomeTaxBps, socialBps };
  const isExempt =
    answers.income === 'under25000' || (answers.income === 'from25000To50000' && answers.fiscalHousehold === 'couple');
  return isExempt ? { incomeTaxBps: 0, socialBps } : undefined;
}

/** What counts for an investor in a year: the answers of a validated request, else the default (A-taxation-1). */
export function applicableTaxRate(
  investor: { customerType: 'individual' | 'business' | null; validatedAnswers: TaxAnswers | undefined },
  law: TaxYear,
): TaxRate {
  const declared = investor.validatedAnswers && taxRateOfAnswers(investor.validatedAnswers, law);
  return declared ?? defaultTaxRate(investor.customerType, law);
}

const LAST_MONTH_AND_DAY = { month: 11, day: 30 };

/**
 * Years that may be declared on the Paris date `today`, ascending (tax.md#years-that-may-be-declared): the current and the next
 * while no taxable income
 * was ever received, later only the next, until 30 November included. Each year once.
 */
export function submittableYears(state: {
  today: Temporal.PlainDate;
  hasTaxableIncome: boolean;
  requestedYears: readonly number[];
}): number[] {
  const { today, hasTaxableIncome, requestedYears } = state;
  const isInTime = Temporal.PlainDate.compare(today, today.with(LAST_MONTH_AND_DAY)) <= 0;
  const ofIncome = isInTime ? [today.year + 1] : [];
  const open = hasTaxableIncome ? ofIncome : [today.year, today.year + 1];
  return open.filter((year) => !requestedYears.includes(year));
}

/** What of the losses on loans counts in one year (article 125-00 A of the tax code), cents. */
const MAX_LOSSES_PER_YEAR_CENTS = 800_000;

/**
 * Interest of loans less the losses on loans of the same year, as the return takes it; what is left of the losses goes to later
 * years.
 */
export function loanInterestAfterLosses(interestCents: number, lossCents: number): number {
  return Math.max(interestCents - Math.min(lossCents, MAX_LOSSES_PER_YEAR_CENTS), 0);
}

/**
 * Countries of tax.md#withholding whose companies withhold tax on what they pay; the issuer's place decides, not the building's.
 */
const WITHHOLDING_COUNTRIES: readonly string[] = ['France', 'France outre-mer', 'Réunion (île)'];

/** Whether a coupon of this issuer is taxed at the source; `royaltyWithholding` is the setting ROYALTY_WITHHOLDING. */
export function isTaxWithheld(
  coupon: { issuerCountry: string; contractType: 'obligation' | 'loan' | 'royalty' },
  royaltyWithholding: boolean,
): boolean {
  return WITHHOLDING_COUNTRIES.includes(coupon.issuerCountry) && (coupon.contractType !== 'royalty' || royaltyWithholding);
}
