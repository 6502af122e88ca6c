// How people sign in and confirm what is sensitive.

import { flag, integer, secret, subject, text, wordLists } from './schema.ts';

export const sessions = subject(
  'Sessions, passwords and mailed codes',
  'How people sign in, and how they confirm what is sensitive.',
  {
    SESSION_SECRET: secret(
      'development-only-session-secret-0123456789',
      32,
      'Signs session cookies, draft tokens and the links of mails.',
    ),
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

/** The roles of administrators; what each lets them do stands in the session room. */
export const ADMINISTRATOR_ROLES = ['owner', 'finance', 'projects', 'compliance', 'support', 'auditor'] as const;

export const singleSignOn = subject(
  'Sign-in of operators at an identity provider',
  'OpenID Connect, beside the sign-in by password (docs/guides/oidc.md). OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLES go together: all, or none.',
  {
    OIDC_ISSUER: text(
      undefined,
      'Issuer, to the letter as the provider calls itself; its description is read below `/.well-known/openid-configuration`.',
    ),
    OIDC_CLIENT_ID: text(undefined, 'Name by which the provider knows Mortar.'),
    OIDC_CLIENT_SECRET: secret(undefined, 8, 'Password with which Mortar asks the provider who has signed in.'),
    OIDC_ROLES_CLAIM: text(
      'groups',
      'Claim that holds the groups or roles of a person; dots lead into objects, as in `realm_access.roles`.',
    ),
    OIDC_ROLES: wordLists(
      ADMINISTRATOR_ROLES,
      'JSON: which values of that claim give which roles, such as `{"mortar-finance": ["finance", "support"]}`. Who has none of them is not let in.',
    ),
    OIDC_SCOPES: text(
      'openid email profile',
      'Scopes that are asked for, separated by blanks; some providers need one for groups.',
    ),
    OIDC_MATCH_VERIFIED_EMAIL: flag(
      false,
      'Whether the first sign-in of a person takes over the administrator who has the same address, if the provider says that it is verified.',
    ),
    OIDC_BUTTON: text(undefined, 'Label of the button on the sign-in page of the console. Absent: words of the console.'),
    OIDC_TIMEOUT_MS: integer(5_000, 'Time limit of one question to the provider.', { min: 100, max: 30_000 }),
  },
);

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
