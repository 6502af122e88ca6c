// What the business decides: prices, fees, delays and rates, and the closed lists that they speak of.

import { cents, flag, integer, list, required, subject, text, type ValuesOf, years } from './schema.ts';

/** Financial statuses of a property in the order of its life. */
export const FINANCIAL_STATUSES = [
  'reception-by-project-owner-pending',
  'repayment-ongoing',
  'repayment-delay',
  'repayment-default',
  'repayment-finished',
] as const;

export const bricks = subject(
  'Bricks, fundings and the marketplace',
  'What bricks cost, and the times and limits of buying and reselling them.',
  {
    BRICK_PRICE_CENTS: cents(1000, 'Price of a brick at publication.', { min: 1 }),
    MIN_BRICK_PRICE_CENTS: cents(100, 'Lowest resale price of a brick.', { min: 1 }),
    MIN_FUNDING_START_DATE_DELAY_FROM_NOW_IN_HOURS: integer(
      2,
      'Least time between the publication of a property and the start of its funding.',
    ),
    FUNDING_EXPIRY_ALERT_DAYS: integer(7, 'Days before the end of a funding from which the daily job warns.'),
    WITHDRAWAL_WINDOW_DAYS: integer(4, 'Calendar days in which a primary purchase can be cancelled free of charge.'),
    // Below one half, so that at least one cent goes to the seller despite rounding: the provider refuses a payment of zero
    // (A-marketplace-7).
    MARKETPLACE_SELLER_COMMISSION_BPS: integer(0, 'Commission kept from the seller of a deal; less than half of it.', {
      max: 4_999,
    }),
    MAX_DAILY_RESALE_DEALS: integer(30, 'Deals a customer may create in one Paris day.', { min: 1 }),
  },
);

export const gifts = subject('Gift cards and investment plans', 'Money given to others, and bricks bought by themselves.', {
  GIFT_CARD_TOKEN_TTL_MINUTES: integer(15, 'Life of the one-shot token of a gift-card purchase.', { min: 1 }),
  ENABLE_INVESTMENT_PLAN: flag(true, 'Whether investment plans may be made and are carried out.'),
});

export const repayment = subject('Schedules, debits and payouts', 'When project owners pay and holders of bricks are paid.', {
  DIRECT_DEBIT_DAY_OF_MONTH: integer(5, 'Day on which a project owner is debited, when nothing else was agreed.', {
    min: 1,
    max: 28,
  }),
  DIRECT_DEBIT_LEAD_DAYS: integer(3, 'Least days between programming and collecting a debit.'),
  COUPON_PAYOUT_DAY_OF_MONTH: integer(10, 'Day of the month from which its coupons may be paid.', { min: 1, max: 28 }),
  OWNER_DEBT_STATUSES: list(
    FINANCIAL_STATUSES,
    ['repayment-ongoing', 'repayment-delay', 'repayment-default'],
    'Financial statuses in which a project owner owes money: only then payments can be entered by hand or wires be assigned.',
  ),
  RECOMPUTE_ADMIN_EMAIL: required(
    text('admin@mortar.test', 'Address of the only administrator who may have a payment schedule computed anew.'),
  ),
});

export const withdrawals = subject('Withdrawals', 'What taking money out costs, and what protects it.', {
  WITHDRAW_FREE_PER_YEAR: integer(12, 'Free withdrawals in rolling twelve months.'),
  WITHDRAWAL_FEE_EXCL_TAX_CENTS: cents(100, 'Fee of a withdrawal beyond the free ones, before VAT.'),
  FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY: cents(5_000_000, 'Most a customer withdraws in 24 hours.', { min: 1 }),
  FRAUD_NEW_IBAN_DELAY_HOURS: integer(
    0,
    'A bank account must be at least this old before money is withdrawn to it; 0 asks nothing.',
  ),
  WITHDRAWAL_DELAY_AFTER_REPLACEMENT_HOURS: integer(
    72,
    'After a password, second factor or address was replaced: hours before money is withdrawn to bank accounts that were added since; 0 delays nothing.',
    { max: 24 * 90 },
  ),
});

export const invoices = subject('Invoices and VAT', 'Who issues invoices, as the law wants it said, and with which VAT.', {
  INVOICE_ISSUER_NAME: required(text('Mortar SAS', 'Company that issues invoices, with its legal form.')),
  INVOICE_ISSUER_ADDRESS: required(
    text('1 rue de la Brique; 69002 Lyon; France', 'Address of that company, lines parted by semicolons.'),
  ),
  INVOICE_ISSUER_REGISTRATION: required(
    text('RCS Lyon 000 000 000, capital 10 000 EUR', 'Registration and share capital of that company.'),
  ),
  INVOICE_ISSUER_VAT_NUMBER: required(text('FR00000000000', 'VAT number of that company.')),
  VAT_RATE_BPS: integer(
    2000,
    'VAT on our fees in France. Elsewhere it follows the country of the SPV, or what was set for that SPV.',
    { max: 10_000 },
  ),
});

export const referrals = subject('Referrals', 'What an investor earns who brings another.', {
  REFERRAL_REWARD_BPS: integer(100, 'Reward, as a part of what the invited investor buys in fundings.', { max: 10_000 }),
  REFERRAL_PERIOD_MONTHS: integer(12, 'Months after sign-up in which purchases of the invited investor are rewarded.'),
  MAX_REFERRAL_REWARD_PER_YEAR_CENTS: cents(
    240_000,
    'Most that a referrer is paid in a year without an invoice; what is above waits for one.',
  ),
  REFERRAL_DISBURSABLE_STATUSES: list(
    FINANCIAL_STATUSES,
    ['repayment-ongoing', 'repayment-delay', 'repayment-default', 'repayment-finished'],
    'Financial statuses of a project in which rewards for its purchases may be paid.',
  ),
});

export const taxes = subject('Taxes', 'What is withheld from coupons (docs/guides/taxes.md).', {
  TAX_RATES: years(
    ['fromYear', 'incomeTaxBps', 'socialBps', 'solidarityBps'],
    // A new law is a new row (tax.md#rates-of-a-year).
    [
      { fromYear: 0, incomeTaxBps: 1280, socialBps: 1720, solidarityBps: 750 },
      { fromYear: 2026, incomeTaxBps: 1280, socialBps: 1860, solidarityBps: 750 },
    ],
    'Rates withheld from coupons, one row per change of law; a row holds until the next one begins.',
  ),
  TAX_REQUEST_AUTO_VALIDATE: flag(
    false,
    'Whether what investors declare about their tax is valid at once; false: an administrator decides.',
  ),
  ROYALTY_WITHHOLDING: flag(false, 'Whether tax is withheld from royalties too.'),
});

/** Withholding rates of one year in basis points (tax.md#rates-of-a-year); a row is in force until the next one begins. */
export type TaxYear = ValuesOf<typeof taxes.settings>['TAX_RATES'][number];
