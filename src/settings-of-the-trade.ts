// Settings of the business: bricks, schedules, withdrawals, invoices, referral rewards, tax.

import { cents, flag, integer, json, list, type Settings, type Subject, text } from './core/settings.ts';
import type { TaxYear } from './features/investing/taxation/index.ts';
import { FINANCIAL_STATUSES } from './features/projects/project-life/index.ts';

const brickSettings = {
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
} satisfies Settings;

const giftSettings = {
  GIFT_CARD_TOKEN_TTL_MINUTES: integer(15, 'Life of the one-shot token of a gift-card purchase.', { min: 1 }),
  GIFT_CARD_VALIDITY_MONTHS: integer(
    12,
    'Calendar months in which a gift card can be redeemed; the buyer then gets the money back.',
    {
      min: 1,
      max: 120,
    },
  ),
  ENABLE_INVESTMENT_PLAN: flag(true, 'Whether investment plans may be made and are carried out.'),
} satisfies Settings;

const repaymentSettings = {
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
  RECOMPUTE_ADMIN_EMAIL: text(
    'admin@mortar.test',
    'Address of the only administrator who may have a payment schedule computed anew.',
    {
      requiredInProduction: true,
    },
  ),
} satisfies Settings;

const withdrawalSettings = {
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
} satisfies Settings;

const invoiceSettings = {
  INVOICE_ISSUER_NAME: text('Mortar SAS', 'Company that issues invoices, with its legal form.', { requiredInProduction: true }),
  INVOICE_ISSUER_ADDRESS: text('1 rue de la Brique; 69002 Lyon; France', 'Address of that company, lines parted by semicolons.', {
    requiredInProduction: true,
  }),
  INVOICE_ISSUER_REGISTRATION: text(
    'RCS Lyon 000 000 000, capital 10 000 EUR',
    'Registration and share capital of that company.',
    {
      requiredInProduction: true,
    },
  ),
  INVOICE_ISSUER_VAT_NUMBER: text('FR00000000000', 'VAT number of that company.', { requiredInProduction: true }),
  VAT_RATE_BPS: integer(
    2000,
    'VAT on our fees in France. Elsewhere it follows the country of the SPV, or what was set for that SPV.',
    { max: 10_000 },
  ),
} satisfies Settings;

const referralSettings = {
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
} satisfies Settings;

/** Rates of the product documents (tax.md#rates-of-a-year): a new law is a new row. */
const TAX_RATES: readonly TaxYear[] = [
  { fromYear: 0, incomeTaxBps: 1280, socialBps: 1720, solidarityBps: 750 },
  { fromYear: 2026, incomeTaxBps: 1280, socialBps: 1860, solidarityBps: 750 },
];

function checkTaxRates(value: unknown): readonly TaxYear[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error('must be a non-empty array of years');
  return value.map((row: Record<string, unknown>) => {
    const field = (name: string) => {
      const number = row[name];
      if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) throw new Error(`needs a whole number ${name}`);
      return number;
    };
    return {
      fromYear: field('fromYear'),
      incomeTaxBps: field('incomeTaxBps'),
      socialBps: field('socialBps'),
      solidarityBps: field('solidarityBps'),
    };
  });
}

const taxSettings = {
  TAX_RATES: json(
    TAX_RATES,
    'Rates withheld from coupons, one row per change of law; a row holds until the next one begins.',
    checkTaxRates,
  ),
  TAX_REQUEST_AUTO_VALIDATE: flag(
    false,
    'Whether what investors declare about their tax is valid at once; false: an administrator decides.',
  ),
  TAX_IDENTITY_MAIL_MONTH: integer(
    10,
    'Month from which investors are asked by mail, once a year, for what the yearly tax file lacks of them.',
    { min: 1, max: 12 },
  ),
  TAX_IDENTITY_MAIL_DAY_OF_MONTH: integer(1, 'Day of that month.', { min: 1, max: 28 }),
  ROYALTY_WITHHOLDING: flag(false, 'Whether tax is withheld from royalties too.'),
} satisfies Settings;

/** All settings of this file. */
export const tradeSettings = {
  ...brickSettings,
  ...giftSettings,
  ...repaymentSettings,
  ...withdrawalSettings,
  ...invoiceSettings,
  ...referralSettings,
  ...taxSettings,
};

/** The settings by subject, as docs/configuration.md and .env.example show them. */
export const tradeSubjects: readonly Subject[] = [
  {
    title: 'Bricks, fundings and the marketplace',
    about: 'What bricks cost, and the times and limits of buying and reselling them.',
    settings: brickSettings,
  },
  {
    title: 'Gift cards and investment plans',
    about: 'Money given to others, and bricks bought by themselves.',
    settings: giftSettings,
  },
  {
    title: 'Schedules, debits and payouts',
    about: 'When project owners pay and holders of bricks are paid.',
    settings: repaymentSettings,
  },
  {
    title: 'Withdrawals',
    about: 'What taking money out costs, and what protects it.',
    settings: withdrawalSettings,
  },
  {
    title: 'Invoices and VAT',
    about: 'Who issues invoices, as the law wants it said, and with which VAT.',
    settings: invoiceSettings,
  },
  {
    title: 'Referrals',
    about: 'What an investor earns who brings another.',
    settings: referralSettings,
  },
  {
    title: 'Taxes',
    about: 'What is withheld from coupons (docs/guides/taxes.md).',
    settings: taxSettings,
  },
];
