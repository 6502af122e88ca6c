// The other external services: defaults and votes, company registry, mail, chat, automation, traces.

import { confidential, integer, required, secret, share, subject, text, url } from './schema.ts';

export const defaultsAndVotes = subject(
  'Defaults and votes',
  'The platform that manages late projects and asks investors for their vote.',
  {
    DEFAULTS_BASE_URL: required(
      url('http://127.0.0.1:4010/defaults', 'Address of the defaults-management platform, which counts the votes of investors.'),
    ),
    DEFAULTS_API_KEY: secret('sandbox-defaults-key', 8, 'Key in the header `x-api-key` of each question to that platform.'),
    DEFAULTS_WEBHOOK_API_KEY: secret(
      'sandbox-defaults-key',
      8,
      'Key in the header `x-api-key` of what that platform reports to us: another one than DEFAULTS_API_KEY, which counts outside production where none is set.',
    ),
    DEFAULTS_TIMEOUT_MS: integer(5_000, 'Time limit of one question to the defaults-management platform.', {
      min: 100,
      max: 30_000,
    }),
    VOTING_PLATFORM_URL: url(
      undefined,
      'Address of the voting platform for investors. Absent: `GET /investor/voting/platform-url` answers 500.',
    ),
    VOTING_SHARED_SECRET: secret(
      undefined,
      32,
      'Signs the tokens of the voting platform (HS256; 32 characters or more). Goes with VOTING_PLATFORM_URL: both or neither.',
    ),
    VOTING_TOKEN_TTL_SECONDS: integer(900, 'Life of the token with which an investor enters the voting platform.', { min: 1 }),
  },
);

export const registry = subject('Company registry', 'Where companies are searched and looked up.', {
  REGISTRY_SUGGESTIONS_BASE_URL: required(
    url('http://127.0.0.1:4010/registry-suggestions', 'Address of the search by name, without `/v2`.'),
  ),
  REGISTRY_BASE_URL: required(url('http://127.0.0.1:4010/registry', 'Address of the look-up by number, without `/v2`.')),
  REGISTRY_API_KEY: secret('sandbox-registry-key', 8, 'Key in the header `api-key` of each question to the registry.'),
  REGISTRY_TIMEOUT_MS: integer(5_000, 'Time limit of one question to the registry.', { min: 100, max: 30_000 }),
});

export const messages = subject('Mail, chat and automation', 'How investors and the team hear from us.', {
  SMTP_URL: required(confidential(url('smtp://127.0.0.1:4025', 'Mail server, smtp:// or smtps:// with its credentials.'))),
  MAIL_FROM: required(text('Mortar <bonjour@mortar.test>', 'Sender of every mail.')),
  MAIL_CONTACT: text(
    undefined,
    'Address that mails tell investors to write to, and that their answers go to; that of MAIL_FROM when absent.',
  ),
  CHAT_BASE_URL: required(
    confidential(
      url('http://127.0.0.1:4010/chat', 'Address that takes messages to the team; the name of the channel is appended.'),
    ),
  ),
  AUTOMATION_URL: required(
    confidential(url('http://127.0.0.1:4010/automation', 'Address that is told when a property is published.')),
  ),
});

export const tracing = subject('Traces', 'Where the way of a request through transactions, jobs and calls is sent.', {
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    undefined,
    'Collector of traces that speaks OTLP over HTTP, without `/v1/traces` (docs/guides/observability.md). Absent: nothing is traced, and nothing of OpenTelemetry is loaded.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: confidential(
    text(
      undefined,
      'Headers for that collector, such as its key: `name=value`, separated by commas, the values percent-encoded.',
    ),
  ),
  OTEL_SERVICE_NAME: text('mortar', 'Name of the service in its traces.'),
  OTEL_TRACES_SAMPLER_ARG: share(
    1,
    'Share of the traces that are kept, from 0 to 1. Whatever a kept request leads to is kept with it, whichever process does it.',
  ),
});
