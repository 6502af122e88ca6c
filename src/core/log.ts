// Structured logs: one pino logger per process; secrets are removed here, once, whatever a caller passes.

import { type Logger, pino } from 'pino';

export type { Logger };

const SECRET_KEYS = [
  'apiKey',
  'password',
  'newPasswordArgon2Hash',
  'code',
  'otp',
  'token',
  'tfa',
  'iban',
  'bic',
  'holder',
  'authorization',
  'cookie',
  'x-api-key',
  'secret',
  'hash',
  'buffer',
];

const SECRET_IN_QUERY = /([?&](?:apiKey|token|draftToken)=)[^&]*/gi;

/** URL as it may be logged: without the secrets that callers put into the query string. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_IN_QUERY, '$1[redacted]');
}

/** New process logger. `destination` is for tests that read the lines. */
export function createLog(options: { level: string; name: string }, destination?: { write(line: string): void }): Logger {
  const redact = {
    paths: SECRET_KEYS.flatMap((key) =>
      key.includes('-') ? [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`] : [key, `*.${key}`, `*.*.${key}`],
    ),
    censor: '[redacted]',
  };
  return destination ? pino({ ...options, redact }, destination) : pino({ ...options, redact });
}
