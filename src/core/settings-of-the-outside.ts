// Who stands outside: the payment provider, and the other services that we call or that call us.

import { integer, type Setting, secret, secretOrOff, text, url } from './settings.ts';

/** Middle sections of docs/configuration.md. */
export const outsideSettings = {
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
  PROVIDER_TIMEOUT_MS: integer(10_000, 'Time limit of one provider call.', {
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
} satisfies Record<string, Setting<unknown>>;
