// What the trade leaves to the operator: bricks, schedules, withdrawals, invoices, rewards, tax, votes.

import { FINANCIAL_STATUSES } from './financial-statuses.ts';
import { flag, integer, json, list, optionalSecret, optionalUrl, type Setting, text } from './settings.ts';
import { checkTaxRates, TAX_RATES } from './tax-rates.ts';

/** Last sections of docs/configuration.md. */
export const tradeSettings = {
  // Bricks, funding, resale (DOMAIN §8)
  BRICK_PRICE_CENTS: integer(1000, 'Price of a brick at publication.', { min: 1 }),
  MIN_BRICK_PRICE_CENTS: integer(100, 'Lowest resale price of a brick.', { min: 1 }),
  // Below half: whatever the rounding, a cent at least goes to the seller, as the provider moves no payment of nothing.
  MARKETPLACE_SELLER_COMMISSION_BPS: integer(0, 'Commission kept from the seller of a deal; less than half of it.', {
    max: 4_999,
  }),
  MAX_DAILY_RESALE_DEALS: integer(30, 'Deals a customer may create in one Paris day.', { min: 1 }),
  WITHDRAWAL_WINDOW_DAYS: integer(4, 'Calendar days in which a primary purchase can be cancelled free of charge.'),
  FUNDING_EXPIRY_ALERT_DAYS: integer(7, 'Days before the end of a funding from which the daily job warns.'),
  MIN_FUNDING_START_DATE_DELAY_FROM_NOW_IN_HOURS: integer(2, 'Least delay between publication and funding start.'),
  VAT_RATE_BPS: integer(2000, 'French VAT; other countries are in DOMAIN §1.4.', { max: 10_000 }),
  // Schedules and payouts
  COUPON_PAYOUT_DAY_OF_MONTH: integer(10, 'Day from which the coupon run of a month may start.', { min: 1, max: 28 }),
  DIRECT_DEBIT_DAY_OF_MONTH: integer(5, 'Debit day when the payment mode states none.', { min: 1, max: 28 }),
  DIRECT_DEBIT_LEAD_DAYS: integer(3, 'Days between programming and collecting a debit.'),
  OWNER_DEBT_STATUSES: list(
    FINANCIAL_STATUSES,
    ['repayment-ongoing', 'repayment-delay', 'repayment-default'],
    'Statuses in which the project owner owes money; also "eligible project" for manual payments.',
  ),
  // Withdrawals
  WITHDRAW_FREE_PER_YEAR: integer(12, 'Free withdrawals in rolling twelve months.'),
  WITHDRAWAL_FEE_EXCL_TAX_CENTS: integer(100, 'Fee of a withdrawal beyond the free ones, before VAT.'),
  FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY: integer(5_000_000, 'Most a customer withdraws in 24 hours.', { min: 1 }),
  FRAUD_NEW_IBAN_DELAY_HOURS: integer(0, 'No withdrawal to a bank account younger than this; 0 is off.'),
  // Invoices: who issues them, as the law wants it said
  INVOICE_ISSUER_NAME: text('Mortar SAS', 'Company that issues invoices, with its legal form.', { requiredInProduction: true }),
  INVOICE_ISSUER_ADDRESS: text('1 rue de la Brique; 69002 Lyon; France', 'Its address, lines parted by semicolons.', {
    requiredInProduction: true,
  }),
  INVOICE_ISSUER_REGISTRATION: text('RCS Lyon 000 000 000, capital 10 000 EUR', 'Its registration and share capital.', {
    requiredInProduction: true,
  }),
  INVOICE_ISSUER_VAT_NUMBER: text('FR00000000000', 'Its VAT number.', { requiredInProduction: true }),
  // Referrals, taxation, voting
  MAX_REFERRAL_REWARD_PER_YEAR_CENTS: integer(240_000, 'Rewards of a referrer and year above it wait for an invoice.'),
  REFERRAL_REWARD_BPS: integer(100, 'Reward on confirmed primary purchases of the referee.', { max: 10_000 }),
  REFERRAL_PERIOD_MONTHS: integer(12, 'Months after sign-up in which purchases of the referee are rewarded.'),
  REFERRAL_DISBURSABLE_STATUSES: list(
    FINANCIAL_STATUSES,
    ['repayment-ongoing', 'repayment-delay', 'repayment-default', 'repayment-finished'],
    'Statuses that allow the payout of rewards.',
  ),
  TAX_RATES: json(TAX_RATES, 'Withholding table, one row per change of law.', checkTaxRates),
  TAX_REQUEST_AUTO_VALIDATE: flag(true, 'Tax requests are self-declarations, valid at once.'),
  ROYALTY_WITHHOLDING: flag(false, 'Withhold tax on royalty revenue.'),
  VOTING_TOKEN_TTL_SECONDS: integer(900, 'Life of the token of the voting platform.', { min: 1 }),
  VOTING_PLATFORM_URL: optionalUrl('Voting platform for investors. Absent: `GET /investor/voting/platform-url` answers 500.'),
  VOTING_SHARED_SECRET: optionalSecret(32, 'Signs its tokens (HS256; 32 characters or more). Absent: the same.'),
  // Features and demo
  ENABLE_INVESTMENT_PLAN: flag(true, 'Automatic investment plans are open.'),
  DEMO_DATA: flag(true, 'Fill a small demo world at start, outside production.'),
} satisfies Record<string, Setting<unknown>>;
