// Every setting of Mortar in one typed table; docs/configuration.md is generated from it. Names are greppable environment names.

import { providerTimeFaults } from './provider-times.ts';
import {
  ConfigError,
  flag,
  integer,
  json,
  list,
  oneOf,
  optionalText,
  optionalUrl,
  readSettings,
  type Setting,
  secret,
  secretOrOff,
  text,
  url,
} from './settings.ts';
import { checkTaxRates, TAX_RATES } from './tax-rates.ts';

/** Financial statuses of a property in the order of its life (DOMAIN §8); null before the funding ends. */
export const FINANCIAL_STATUSES = [
  'reception-by-project-owner-pending',
  'repayment-ongoing',
  'repayment-delay',
  'repayment-default',
  'repayment-finished',
] as const;
export type FinancialStatus = (typeof FINANCIAL_STATUSES)[number];

/** The table. Sections follow docs/configuration.md. */
export const settings = {
  // Process
  NODE_ENV: oneOf(
    ['development', 'test', 'production'],
    'development',
    'production refuses to start while a required setting is missing, and has neither sandbox nor /dev routes.',
  ),
  HOST: text('127.0.0.1', 'Address the API listens on.'),
  PORT: integer(3000, 'TCP port of the API; 0 takes a free one.', { max: 65_535 }),
  PUBLIC_URL: url(
    'http://127.0.0.1:3000',
    'Address under which clients reach the API; links in mails and file URLs begin with it.',
    { requiredInProduction: true },
  ),
  FRONT_URL: url('http://127.0.0.1:3000', 'Address of the front end: draft links, trusted origin of sessions.', {
    requiredInProduction: true,
  }),
  TRUST_PROXY: flag(false, 'Take the client address from x-forwarded-for (only behind a proxy that overwrites it).'),
  LOG_LEVEL: oneOf(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
    'Least severe log line that is written.',
  ),
  // Database, cache, files
  DATA_DIR: text('.data', 'Folder of the embedded database, of files and of the sandbox state.'),
  DATABASE_URL: optionalUrl('PostgreSQL 15 or later. Absent: the embedded one that `npm start` runs.', {
    requiredInProduction: true,
    secret: true,
  }),
  MIGRATION_DATABASE_URL: optionalUrl('Connection of the owner of the tables, for `migrate`. Absent: DATABASE_URL.', {
    secret: true,
  }),
  DATABASE_POOL_SIZE: integer(10, 'Most connections of one process to the database.', { min: 2, max: 200 }),
  STORAGE_DRIVER: oneOf(['fs', 's3'], 'fs', 'Where uploaded and generated files live.'),
  S3_BUCKET: optionalText('Bucket, when STORAGE_DRIVER is s3.'),
  S3_REGION: optionalText('Region, when STORAGE_DRIVER is s3.'),
  S3_ENDPOINT: optionalUrl('Endpoint of an S3-compatible service.'),
  S3_ACCESS_KEY_ID: optionalText('Access key, when STORAGE_DRIVER is s3.', { secret: true }),
  S3_SECRET_ACCESS_KEY: optionalText('Secret key, when STORAGE_DRIVER is s3.', { secret: true }),
  // Sessions and second factor
  SESSION_SECRET: secret('development-only-session-secret-0123456789', 32, 'Signs session cookies and draft tokens.'),
  MFA_ENCRYPTION_KEY: secret(
    'development-only-mfa-key-0123456789abcdef',
    32,
    'Encrypts the six-digit codes at rest; codes of gift cards are derived from it.',
  ),
  MFA_CODE_TTL_SECONDS: integer(600, 'Life of a code.', { min: 30 }),
  MFA_COUNTER_TTL_SECONDS: integer(
    3600,
    'The request counter of a customer and action is forgotten this long after the first request.',
    { min: 60 },
  ),
  WITHDRAWAL_TFA_TTL_SECONDS: integer(600, 'Life of a code used as `tfa` header, from its request.', { min: 30 }),
  GIFT_CARD_TOKEN_TTL_MINUTES: integer(15, 'Life of the one-shot token of a gift-card purchase.', { min: 1 }),
  GIFT_CARD_VALIDITY_MONTHS: integer(
    12,
    'Calendar months in which a gift card can be redeemed; the buyer then gets the money back.',
    {
      min: 1,
      max: 120,
    },
  ),
  RATE_LIMIT_PER_MINUTE: integer(
    600,
    'Requests per address and minute, a hundred times as many outside production; sensitive routes have a tenth of it and less.',
    {
      min: 1,
    },
  ),
  ADMIN_EMAIL: text('admin@mortar.test', 'Administrator made by `npm start` outside production.'),
  ADMIN_PASSWORD: text('mortar-admin-password', 'Password of that administrator.', { secret: true }),
  RECOMPUTE_ADMIN_EMAIL: text('admin@mortar.test', 'The only administrator who may recompute a schedule.', {
    requiredInProduction: true,
  }),
  // Payment provider
  PROVIDER_BASE_URL: url('http://127.0.0.1:4010/directkitrest', 'Payment provider API, without /v2.', {
    requiredInProduction: true,
  }),
  PROVIDER_TOKEN_URL: url('http://127.0.0.1:4010/oauth/api/v1/oauth/token', 'Token endpoint of the provider.', {
    requiredInProduction: true,
  }),
  PROVIDER_ONBOARDING_BASE_URL: url(
    'http://127.0.0.1:4010/onboarding',
    'Online onboarding API of the provider (onboarding v2).',
    { requiredInProduction: true },
  ),
  PROVIDER_API_KEY: secret('sandbox-provider-key', 8, 'Opaque Basic key of the token endpoint.'),
  PROVIDER_SERVER_ADDRESS: text('127.0.0.1', 'Our own address, sent as PSU-IP-Address when no end user is behind a call.', {
    requiredInProduction: true,
  }),
  PROVIDER_TIMEOUT_MS: integer(10_000, 'Time limit of one provider call; must stay below the lease of a payment order.', {
    min: 100,
    max: 20_000,
  }),
  PROVIDER_WEBHOOK_API_KEY: secretOrOff(
    'sandbox-webhook-key',
    8,
    'Query parameter apiKey of provider notifications. Set but empty, outside production: the parameter is not checked.',
  ),
  PROVIDER_RESEND_AFTER_SECONDS: integer(
    60,
    'A payment whose outcome is unknown is sent again only this long after the attempt, and only when the provider does not know its reference. Well above the limit of one call, which may still be under way when we have given it up: production refuses less than twice PROVIDER_TIMEOUT_MS.',
    { min: 1 },
  ),
  PROVIDER_PENDING_WAIT_MS: integer(
    1_500,
    'How long a request reads a pending transfer again before it answers with the record waiting.',
    { max: 10_000 },
  ),
  PLATFORM_MAIN_ACCOUNT_ID: text('mortar-main', 'Provider account of the platform: fees, commissions, rewards.', {
    requiredInProduction: true,
  }),
  PLATFORM_ORIGINATION_ACCOUNT_ID: text('mortar-origination', 'Provider account that receives structuring fees.', {
    requiredInProduction: true,
  }),
  PLATFORM_TAX_ACCOUNT_ID: text('mortar-tax', 'Provider account that receives withheld tax.', { requiredInProduction: true }),
  // Other outside services
  DEFAULTS_API_KEY: secret(
    'sandbox-defaults-key',
    8,
    'Header x-api-key between us and the defaults-management platform, both ways.',
  ),
  DEFAULTS_BASE_URL: url('http://127.0.0.1:4010/defaults', 'Defaults-management platform, which holds the votes.', {
    requiredInProduction: true,
  }),
  DEFAULTS_TIMEOUT_MS: integer(5_000, 'Time limit of one question to that platform.', { min: 100, max: 30_000 }),
  REGISTRY_SUGGESTIONS_BASE_URL: url(
    'http://127.0.0.1:4010/registry-suggestions',
    'Company registry, search by name, without /v2.',
    { requiredInProduction: true },
  ),
  REGISTRY_BASE_URL: url('http://127.0.0.1:4010/registry', 'Company registry, look-up by number, without /v2.', {
    requiredInProduction: true,
  }),
  REGISTRY_API_KEY: secret('sandbox-registry-key', 8, 'Header api-key of the registry.'),
  REGISTRY_TIMEOUT_MS: integer(5_000, 'Time limit of one question to the registry.', { min: 100, max: 30_000 }),
  REGISTRY_CACHE_SECONDS: integer(60, 'How long an answer of the registry is used again; 0 asks every time.', {
    max: 86_400,
  }),
  SMTP_URL: url('smtp://127.0.0.1:4025', 'Mail server, smtp:// or smtps:// with its credentials.', {
    requiredInProduction: true,
    secret: true,
  }),
  MAIL_FROM: text('Mortar <bonjour@mortar.test>', 'Sender of every mail.', { requiredInProduction: true }),
  CHAT_BASE_URL: url('http://127.0.0.1:4010/chat', 'Internal chat webhook; the channel is appended.', {
    requiredInProduction: true,
    secret: true,
  }),
  AUTOMATION_URL: url('http://127.0.0.1:4010/automation', 'Automation webhook of publications.', {
    requiredInProduction: true,
    secret: true,
  }),
  SANDBOX_CONTROL_URL: url(
    'http://127.0.0.1:4010/_control',
    'Control routes of the sandbox, for the test clock; unused in production.',
  ),
  // Bricks, funding, resale (DOMAIN §8)
  BRICK_PRICE_CENTS: integer(1000, 'Price of a brick at publication.', { min: 1 }),
  MIN_BRICK_PRICE_CENTS: integer(100, 'Lowest resale price of a brick.', { min: 1 }),
  MARKETPLACE_SELLER_COMMISSION_BPS: integer(0, 'Commission kept from the seller of a deal.', { max: 10_000 }),
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
  VOTING_SHARED_SECRET: optionalText('Signs its tokens (HS256; 32 characters or more). Absent: the same.', { secret: true }),
  // Features and demo
  ENABLE_INVESTMENT_PLAN: flag(true, 'Automatic investment plans are open.'),
  DEMO_DATA: flag(true, 'Fill a small demo world at start, outside production.'),
} satisfies Record<string, Setting<unknown>>;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** All settings, read once at start, by their environment names. */
export type Config = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> };

/** Reads and checks the whole environment. Throws {@link ConfigError} naming all faults at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { values, faults } = readSettings(settings, environment);
  // Border: the values were just read with the table itself, name by name.
  const config = values as Config;
  if (config.NODE_ENV === 'production') faults.push(...providerTimeFaults(config));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Development and tests send from one address what many people send in production. */
const WIDER_OUTSIDE_PRODUCTION = 100;

/** Requests per address and minute that this process answers. */
export function requestsPerMinute(config: Pick<Config, 'NODE_ENV' | 'RATE_LIMIT_PER_MINUTE'>): number {
  return config.RATE_LIMIT_PER_MINUTE * (config.NODE_ENV === 'production' ? 1 : WIDER_OUTSIDE_PRODUCTION);
}
