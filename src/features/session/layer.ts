// better-auth as Mortar runs it: its settings, its traps (each with a test), and the mails it makes us send.

import { createHmac } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { emailOTP } from 'better-auth/plugins/email-otp';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { requestsPerMinute } from '../../core/config.ts';
import { databaseUrl } from '../../core/db/database-url.ts';
import { createLibraryPool } from '../../core/db/pool.ts';
import { countRequest } from '../../core/http/rate-limit.ts';
import type { AppDeps } from '../../deps.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { passwords } from './passwords.ts';
import {
  COOKIE_PREFIX,
  EMAIL_CODE_ATTEMPTS,
  EMAIL_CODE_SECONDS,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  SESSION_PROLONGED_EVERY_SECONDS,
  SESSION_SECONDS,
  type SessionLimits,
  SIGN_IN_CODE_ATTEMPTS,
  SIGN_IN_CODE_MINUTES,
  sessionLimits,
} from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'log' | 'clock' | 'db' | 'mailer'>;

/** The session layer of one process; `close` ends its own connections. */
export type SessionLayer = ReturnType<typeof createSessionLayer>;

const POOL_SIZE = 5;

/** New session layer on a pool of its own (better-auth needs the driver's plain types). */
export function createSessionLayer(deps: Deps) {
  const { config, log } = deps;
  const pool = createLibraryPool({ url: databaseUrl(config), size: POOL_SIZE, name: 'mortar sessions', log });
  const limits = sessionLimits(requestsPerMinute(config));
  const auth = betterAuth({
    appName: 'Mortar',
    baseURL: new URL(config.PUBLIC_URL).origin,
    basePath: '/api/auth',
    secret: config.SESSION_SECRET,
    database: pool,
    ...tables,
    ...signIn(deps),
    rateLimit: rateLimit(deps, limits),
    trustedOrigins: trustedOrigins(deps),
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      database: { generateId: 'uuid', validateSchema: false },
      // routes.ts overwrites the header with the address that Fastify trusts.
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
      // The library lifts both by itself under NODE_ENV=test, and then tests would prove nothing.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    hooks: { before: checkBefore(deps, limits) },
    plugins: [emailCodes(deps), signInCodes(deps)],
    telemetry: { enabled: false },
    logger: logger(log),
  });
  return { auth, close: () => pool.end() };
}

/**
 * The library's words in our log, a step quieter: what it calls an error is mostly a client's mistake. Level `info` keeps it
 * from writing refusals to the console past us; its own info lines name addresses and are dropped.
 */
function logger(log: Deps['log']): BetterAuthOptions['logger'] {
  return {
    level: 'info',
    log: (level, message, ...more) => {
      const err = more.find((value) => value instanceof Error);
      if (err) log.error({ err }, `session layer: ${message}`);
      else if (level === 'error') log.warn(`session layer: ${message}`);
      else if (level === 'warn') log.info(`session layer: ${message}`);
    },
  };
}

/** Our table names; `role` is ours and no client can send it. */
const tables = {
  user: {
    modelName: 'auth_user',
    // Without a default here (the column has it) the library answers FIELD_NOT_ALLOWED to a client that sends a role.
    additionalFields: { role: { type: 'string', required: false, input: false } },
  },
  account: { modelName: 'auth_account' },
  verification: { modelName: 'auth_verification' },
} satisfies BetterAuthOptions;

function signIn(deps: Deps) {
  return {
    session: { modelName: 'auth_session', expiresIn: SESSION_SECONDS, updateAge: SESSION_PROLONGED_EVERY_SECONDS },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: passwords,
      // A-session-11
      revokeSessionsOnPasswordReset: true,
    },
    databaseHooks: {
      user: {
        create: {
          // Runs after the commit of the sign-up: a failure here must not answer "failed" for a user who exists.
          after: async (user) => {
            await ensureCustomer(deps, { userId: user.id, name: user.name }).catch((error: unknown) => {
              deps.log.error({ err: error, userId: user.id }, 'no customer at sign-up, the first request makes it');
            });
          },
        },
      },
    },
  } satisfies BetterAuthOptions;
}

/** Counters in the database, one statement each, so that several processes share them and none is paid after the hash. */
function rateLimit(deps: Deps, limits: SessionLimits): BetterAuthOptions['rateLimit'] {
  const rule = ({ max, windowSeconds }: SessionLimits['general']) => ({ max, window: windowSeconds });
  return {
    enabled: true,
    storage: 'database',
    modelName: 'auth_rate_limit',
    ...rule(limits.general),
    customRules: Object.fromEntries(Object.entries(limits.byAddress).map(([path, limit]) => [path, rule(limit)])),
    customStorage: {
      consume: async (key, { max, window }) => {
        const counted = await countRequest(deps.db, key, { max, windowSeconds: window });
        return counted.allowed ? { allowed: true, retryAfter: null } : { allowed: false, retryAfter: counted.retryAfterSeconds };
      },
    },
  };
}

/** The front end and ourselves; outside production also whatever host the request came to, since ports differ there. */
function trustedOrigins({ config }: Deps): BetterAuthOptions['trustedOrigins'] {
  const known = [new URL(config.FRONT_URL).origin, new URL(config.PUBLIC_URL).origin];
  if (config.NODE_ENV === 'production') return known;
  return async (request) => {
    const host = request?.headers.get('host');
    return host ? [...known, `http://${host}`] : known;
  };
}

/** Longest address that mail can have; the library takes any, and an index of the database does not. */
const MOST_EMAIL_LENGTH = 254;

/** What better-auth would let pass: many tries at one account from many addresses, and codes for a sign-in that we do not offer. */
function checkBefore(deps: Deps, limits: SessionLimits) {
  return createAuthMiddleware(async ({ path, body }) => {
    const { email, type } = fieldsOf(body);
    if (path === '/email-otp/send-verification-otp' && type !== 'email-verification' && type !== 'forget-password')
      throw new APIError('BAD_REQUEST', { code: 'INVALID_OTP_TYPE', message: 'Invalid OTP type' });
    if (email !== undefined && email.length > MOST_EMAIL_LENGTH)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Invalid email' });
    if (email === undefined || path === '/sign-up/email') return;
    const account = createHmac('sha256', deps.config.SESSION_SECRET).update(email.toLowerCase()).digest('base64url');
    const counted = await countRequest(deps.db, `account|${path}|${account}`, limits.byAccount);
    if (counted.allowed) return;
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' },
      { 'X-Retry-After': String(counted.retryAfterSeconds) },
    );
  });
}

/** Text fields of a body that nobody has checked yet. */
function fieldsOf(body: unknown): { email: string | undefined; type: string | undefined } {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { email: text(fields.email), type: text(fields.type) };
}

/** A plain digest of six digits is undone by trying them all; with the secret in it only we can. */
function storedAs({ config }: Deps) {
  return {
    hash: async (otp: string) => createHmac('sha256', config.SESSION_SECRET).update(`one-time code ${otp}`).digest('base64url'),
  };
}

/**
 * Codes that prove an address or reset a password. No mail at sign-up (A-session-3): the documents' code of email validation
 * comes from the MFA room. Mails never carry the name, which at this point anybody may have typed beside a stranger's address.
 */
function emailCodes(deps: Deps) {
  return emailOTP({
    otpLength: 6,
    expiresIn: EMAIL_CODE_SECONDS,
    allowedAttempts: EMAIL_CODE_ATTEMPTS,
    disableSignUp: true,
    storeOTP: storedAs(deps),
    sendVerificationOTP: async ({ email, otp, type }) => {
      const template = type === 'forget-password' ? 'password-reset-code' : 'email-verification-code';
      const expiresAt = Temporal.Now.instant().add({ seconds: EMAIL_CODE_SECONDS });
      await deps.mailer.send({ to: email, template, data: { code: otp, expiresAt } });
    },
  });
}

/** The second factor at sign-in: mailed codes only. The MFA room turns it on and off (A-session-2). */
function signInCodes(deps: Deps) {
  return twoFactor({
    schema: { twoFactor: { modelName: 'auth_two_factor' } },
    totpOptions: { disable: true },
    otpOptions: {
      period: SIGN_IN_CODE_MINUTES,
      digits: 6,
      allowedAttempts: SIGN_IN_CODE_ATTEMPTS,
      storeOTP: storedAs(deps),
      sendOTP: async ({ user, otp }) => {
        const expiresAt = Temporal.Now.instant().add({ minutes: SIGN_IN_CODE_MINUTES });
        await deps.mailer.send({ to: user.email, template: 'sign-in-code', data: { code: otp, expiresAt } });
      },
    },
  });
}
