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

/** PostgreSQL quotes the whole row that broke a constraint, with whatever is in it. */
const ROWS_IN_ERRORS = ['err.detail', 'err.where'];

const SECRET_IN_QUERY = /^(apiKey|token|draftToken)/i;

/** URL as it may be logged: without the secrets that callers put into the query string, however they spell its names. */
export function redactUrl(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  const parts = url.slice(at + 1).split('&');
  return url.slice(0, at + 1) + parts.map(redactPart).join('&');
}

function redactPart(part: string): string {
  const [name = ''] = part.split('=', 1);
  try {
    if (!SECRET_IN_QUERY.test(decodeURIComponent(name))) return part;
  } catch {
    // Badly encoded: who knows what it was to be.
  }
  return `${name}=[redacted]`;
}

/** New process logger. `destination` is for tests that read the lines. */
export function createLog(options: { level: string; name: string }, destination?: { write(line: string): void }): Logger {
  const redact = {
    paths: [
      ...ROWS_IN_ERRORS,
      ...SECRET_KEYS.flatMap((key) =>
        key.includes('-') ? [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`] : [key, `*.${key}`, `*.*.${key}`],
      ),
    ],
    censor: '[redacted]',
  };
  return destination ? pino({ ...options, redact }, destination) : pino({ ...options, redact });
}
