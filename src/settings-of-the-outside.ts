// Settings of external services: the payment provider and others that we call or that call us.

import {
  integer,
  oneOf,
  optionalSecret,
  optionalText,
  optionalUrl,
  type Settings,
  type Subject,
  secret,
  secretOrOff,
  share,
  text,
  url,
} from './core/settings.ts';

const providerSettings = {
  PROVIDER_BASE_URL: url('http://127.0.0.1:4010/directkitrest', 'Address of the payment API, without `/v2`.', {
    requiredInProduction: true,
  }),
  PROVIDER_TOKEN_URL: url(
    'http://127.0.0.1:4010/oauth/api/v1/oauth/token',
    'Address at which the provider gives access tokens.',
    {
      requiredInProduction: true,
    },
  ),
  PROVIDER_ONBOARDING_BASE_URL: url(
    'http://127.0.0.1:4010/onboarding',
    'Address of the online onboarding, in which investors give their documents to the provider itself.',
    { requiredInProduction: true },
  ),
  PROVIDER_API_KEY: secret(
    'sandbox-provider-key',
    8,
    'Key that the provider gave us; sent as `Authorization: Basic` when we ask for an access token.',
  ),
  PROVIDER_SERVER_ADDRESS: text(
    '127.0.0.1',
    'Our own IP address, sent as the header `PSU-IP-Address` when no investor is behind a call.',
    {
      requiredInProduction: true,
    },
  ),
  PROVIDER_WEBHOOK_API_KEY: secretOrOff(
    'sandbox-webhook-key',
    8,
    'What the provider must send as the query parameter `apiKey` with its notifications. Set but empty, outside production: the parameter is not checked.',
  ),
  PROVIDER_TIMEOUT_MS: integer(10_000, 'Time limit of one call to the provider.', {
    min: 100,
    max: 20_000,
  }),
  PROVIDER_RESEND_AFTER_SECONDS: integer(
    60,
    'A payment whose outcome is unknown is sent again only this long after the attempt, and only when the provider does not know its reference. Well above the limit of one call, which may still be under way when we have given it up: production refuses less than twice PROVIDER_TIMEOUT_MS.',
    { min: 1 },
  ),
  PROVIDER_PENDING_WAIT_MS: integer(
    1_500,
    'How long a request goes on asking for a transfer that the provider has not ended; then it answers, and the transfer is shown as waiting.',
    { max: 10_000 },
  ),
} satisfies Settings;

const onboardingSettings = {
  ONBOARDING_OF_NEW_CUSTOMERS: oneOf(
    ['v2', 'v1'],
    'v2',
    'How new investors are verified: `v2` on the pages of the provider, `v1` by documents that they hand in here, which the provider accepts for old accounts alone from December 2026 on.',
  ),
  ONBOARDING_ACTIVITY: text('CROWDLENDING', 'What the platform does, in the word of the contract with the provider.'),
  ONBOARDING_INVESTOR_PROFILE: text('LENDER', 'Profile under which investors are onboarded, in the word of that contract.'),
  ONBOARDING_OWNER_PROFILE: text('PROJECT_HOLDER', 'The same for SPVs and project owners.'),
  ONBOARDING_WAIT_MINUTES: integer(
    60,
    'Whoever waits for the provider this long without a notification is asked for: notifications may be lost.',
    { min: 1, max: 10_080 },
  ),
  ONBOARDING_REASK_DAYS: integer(
    30,
    'The provider is asked again about everybody else after so many days, and about who has not gone on for so long.',
    { min: 1, max: 365 },
  ),
  PROVIDER_UNAVAILABLE_ALERT_MINUTES: integer(
    60,
    'An operation of the provider that has failed for this long, without one success, is told to the team.',
    { min: 1, max: 1_440 },
  ),
} satisfies Settings;

const platformAccountSettings = {
  PLATFORM_MAIN_ACCOUNT_ID: text('mortar-main', 'Account of the platform for fees, commissions and rewards.', {
    requiredInProduction: true,
  }),
  PLATFORM_ORIGINATION_ACCOUNT_ID: text('mortar-origination', 'Account that receives the fees for structuring a project.', {
    requiredInProduction: true,
  }),
  PLATFORM_TAX_ACCOUNT_ID: text('mortar-tax', 'Account that receives the tax withheld from coupons.', {
    requiredInProduction: true,
  }),
} satisfies Settings;

const defaultsSettings = {
  DEFAULTS_BASE_URL: url(
    'http://127.0.0.1:4010/defaults',
    'Address of the defaults-management platform, which counts the votes of investors.',
    {
      requiredInProduction: true,
    },
  ),
  DEFAULTS_API_KEY: secret(
    'sandbox-defaults-key',
    8,
    'Key in the header `x-api-key`, both when we ask that platform and when it calls us.',
  ),
  DEFAULTS_TIMEOUT_MS: integer(5_000, 'Time limit of one question to the defaults-management platform.', {
    min: 100,
    max: 30_000,
  }),
  VOTING_PLATFORM_URL: optionalUrl(
    'Address of the voting platform for investors. Absent: `GET /investor/voting/platform-url` answers 500.',
  ),
  VOTING_SHARED_SECRET: optionalSecret(
    32,
    'Signs the tokens of the voting platform (HS256; 32 characters or more). Goes with VOTING_PLATFORM_URL: both or neither.',
  ),
  VOTING_TOKEN_TTL_SECONDS: integer(900, 'Life of the token with which an investor enters the voting platform.', { min: 1 }),
} satisfies Settings;

const registrySettings = {
  REGISTRY_SUGGESTIONS_BASE_URL: url(
    'http://127.0.0.1:4010/registry-suggestions',
    'Address of the search by name, without `/v2`.',
    { requiredInProduction: true },
  ),
  REGISTRY_BASE_URL: url('http://127.0.0.1:4010/registry', 'Address of the look-up by number, without `/v2`.', {
    requiredInProduction: true,
  }),
  REGISTRY_API_KEY: secret('sandbox-registry-key', 8, 'Key in the header `api-key` of each question to the registry.'),
  REGISTRY_TIMEOUT_MS: integer(5_000, 'Time limit of one question to the registry.', { min: 100, max: 30_000 }),
  REGISTRY_CACHE_SECONDS: integer(60, 'How long an answer of the registry is used again; 0 asks every time.', {
    max: 86_400,
  }),
} satisfies Settings;

const messageSettings = {
  SMTP_URL: url('smtp://127.0.0.1:4025', 'Mail server, smtp:// or smtps:// with its credentials.', {
    requiredInProduction: true,
    secret: true,
  }),
  MAIL_FROM: text('Mortar <bonjour@mortar.test>', 'Sender of every mail.', { requiredInProduction: true }),
  MAIL_CONTACT: optionalText(
    'Address that mails tell investors to write to, and that their answers go to; that of MAIL_FROM when absent.',
  ),
  CHAT_BASE_URL: url(
    'http://127.0.0.1:4010/chat',
    'Address that takes messages to the team; the name of the channel is appended.',
    {
      requiredInProduction: true,
      secret: true,
    },
  ),
  AUTOMATION_URL: url('http://127.0.0.1:4010/automation', 'Address that is told when a property is published.', {
    requiredInProduction: true,
    secret: true,
  }),
} satisfies Settings;

const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl(
    'Collector of traces that speaks OTLP over HTTP, without `/v1/traces` (docs/guides/observability.md). Absent: nothing is traced, and nothing of OpenTelemetry is loaded.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optionalText(
    'Headers for that collector, such as its key: `name=value`, separated by commas, the values percent-encoded.',
    { secret: true },
  ),
  OTEL_SERVICE_NAME: text('mortar', 'Name of the service in its traces.'),
  OTEL_TRACES_SAMPLER_ARG: share(
    1,
    'Share of the traces that are kept, from 0 to 1. Whatever a kept request leads to is kept with it, whichever process does it.',
  ),
} satisfies Settings;

/** All settings of this file. */
export const outsideSettings = {
  ...providerSettings,
  ...onboardingSettings,
  ...platformAccountSettings,
  ...defaultsSettings,
  ...registrySettings,
  ...messageSettings,
  ...tracingSettings,
};

/** The settings by subject, as docs/configuration.md and .env.example show them. */
export const outsideSubjects: readonly Subject[] = [
  {
    title: 'Payment provider',
    about: 'Who keeps the wallets and moves the money.',
    settings: providerSettings,
  },
  {
    title: 'Onboarding',
    about: 'How investors, SPVs and project owners become holders of a wallet.',
    settings: onboardingSettings,
  },
  {
    title: 'Accounts of the platform',
    about: "The platform's own accounts at the payment provider, by their ids there.",
    settings: platformAccountSettings,
  },
  {
    title: 'Defaults and votes',
    about: 'The platform that manages late projects and asks investors for their vote.',
    settings: defaultsSettings,
  },
  {
    title: 'Company registry',
    about: 'Where companies are searched and looked up.',
    settings: registrySettings,
  },
  {
    title: 'Mail, chat and automation',
    about: 'How investors and the team hear from us.',
    settings: messageSettings,
  },
  {
    title: 'Traces',
    about: 'Where the way of a request through transactions, jobs and calls is sent.',
    settings: tracingSettings,
  },
];
