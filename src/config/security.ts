// How people sign in and confirm what is sensitive.

import { flag, integer, secret, subject } from './schema.ts';

export const sessions = subject(
  'Sessions, passwords and mailed codes',
  'How people sign in, and how they confirm what is sensitive.',
  {
    SESSION_SECRET: secret('development-only-session-secret-0123456789', 32, 'Signs session cookies and draft tokens.'),
    INVESTOR_SESSION_MAX_HOURS: integer(
      720,
      'An investor signs in again after so many hours, however much the session is used.',
      {
        min: 1,
        max: 8_760,
      },
    ),
    ADMINISTRATOR_SESSION_MAX_HOURS: integer(12, 'An administrator signs in again after so many hours.', { min: 1, max: 720 }),
    ADMINISTRATOR_SECOND_FACTOR_REQUIRED: flag(
      undefined,
      'Whether an administrator without a passkey or an authenticator app can only register one. Default: in production.',
    ),
    ADMINISTRATOR_FACTOR_ASKED_AGAIN_SECONDS: integer(
      300,
      'After so long the second factor is asked for again before money is moved or administrators are changed.',
      { min: 1, max: 43_200 },
    ),
    ARGON2_CONCURRENCY: integer(
      2,
      'Password hashes at once in one process; one processor and one thread of UV_THREADPOOL_SIZE stay free whatever is asked.',
      { min: 1, max: 64 },
    ),
    ARGON2_QUEUE_LENGTH: integer(200, 'Requests that may wait for a password hash; one more answers 503.', { max: 10_000 }),
    MFA_ENCRYPTION_KEY: secret(
      'development-only-mfa-key-0123456789abcdef',
      32,
      'Encrypts the six-digit codes at rest; codes of gift cards are derived from it.',
    ),
    MFA_CODE_TTL_SECONDS: integer(600, 'Life of a mailed code.', { min: 30 }),
    WITHDRAWAL_TFA_TTL_SECONDS: integer(
      600,
      'Life of a mailed code that is sent as the header `tfa` (withdrawals, new bank accounts, corrections of a profile), from its request.',
      { min: 30 },
    ),
  },
);

/** Whether an administrator needs a second factor. */
export function isFactorRequired(config: {
  NODE_ENV: string;
  ADMINISTRATOR_SECOND_FACTOR_REQUIRED: boolean | undefined;
}): boolean {
  return config.ADMINISTRATOR_SECOND_FACTOR_REQUIRED ?? config.NODE_ENV === 'production';
}

export const personalData = subject(
  'Personal data',
  'The key of what is encrypted in the database (docs/guides/personal-data.md).',
  {
    DATA_ENCRYPTION_KEY: secret(
      'development-only-data-key-0123456789abcdef',
      32,
      'Encrypts IBANs and the answers of tax requests in the database. Lost, they are lost: keep a copy apart from the backups.',
    ),
    DATA_ENCRYPTION_FORMER_KEY: secret(
      undefined,
      32,
      'The key before it, which is still read until `job rotate-encryption-key` has replaced it everywhere.',
    ),
  },
);

export const fourEyes = subject(
  'Four eyes',
  'From which sums on a second administrator approves what moves money (docs/domain/approvals.md). Without any, nobody is asked.',
  {
    FOUR_EYES_PAY_OUT_CENTS: integer(
      undefined,
      'Pay-outs to bank accounts that one request orders need an approval from this sum on.',
      { min: 1 },
    ),
    FOUR_EYES_TRANSFER_CENTS: integer(
      undefined,
      'Transfers between wallets that one request orders need an approval from this sum on.',
      { min: 1 },
    ),
    FOUR_EYES_BOOKING_CENTS: integer(
      undefined,
      'What one request moves in the books alone, such as the closing of a funding, needs an approval from this sum on.',
      { min: 1 },
    ),
    FOUR_EYES_HOURS: integer(72, 'A request that nobody has decided about ends after so long.', { min: 1, max: 24 * 90 }),
  },
);
