// better-auth as Mortar runs it: its settings, and what we do about its surprises (each with a test). Loaded with the first request for it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { fromNodeHeaders } from 'better-auth/node';
import { emailOTP } from 'better-auth/plugins/email-otp';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { requestsPerMinute } from '../../../config/service.ts';
import { databaseAccess } from '../../../core/db/access.ts';
import { createLibraryPool, requestWaits } from '../../../core/db/pool.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { trustedOrigins } from '../../../core/http/browser-security.ts';
import { countRequest } from '../../../core/http/rate-limits.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import type { AppDeps } from '../../../deps.ts';
import { ensureCustomer } from './guards.ts';
import { createGuesses } from './guesses.ts';
import { sendSignInCodeJob } from './jobs.ts';
import { recordSignIn } from './open-session.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { findUser, type SessionUser } from './queries.ts';
import { HASHING, requestHooks, SECOND_FACTOR } from './request-hooks.ts';
import {
  cookiePrefix,
  digestOfCode,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  SESSION_PROLONGED_EVERY_SECONDS,
  SESSION_SECONDS,
  type SessionLimits,
  SIGN_IN_CODE_ATTEMPTS,
  SIGN_IN_CODE_MINUTES,
  sessionEndsAt,
  sessionLimits,
  signInCodeOwner,
} from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'log' | 'clock' | 'db' | 'jobs' | 'metrics' | 'onPasswordReplaced'>;

/** The session layer of one process; `close` ends its own connections. */
export type SessionLayer = ReturnType<typeof createSessionLayer>;

const POOL_SIZE = 5;
const BASE_PATH = '/api/auth';

/** A new session layer on its own connection pool: better-auth needs the driver's plain types. */
export function createSessionLayer(deps: Deps) {
  const { config, log } = deps;
  const { url, isPooled } = databaseAccess(config);
  const options = { url, isPooled, size: POOL_SIZE, name: 'mortar sessions', log, waits: requestWaits(config) };
  const failures = createLibraryFailures();
  const pool = createLibraryPool(options, failures.note);
  const limits = sessionLimits(requestsPerMinute(config));
  const passwords = createPasswords(config);
  const guesses = createGuesses(deps);
  deps.metrics.watchPool('sessions', pool.counts);
  deps.metrics.watchLine('password_hashes', passwords.counts);
  const auth = betterAuth({
    appName: 'Mortar',
    baseURL: new URL(config.PUBLIC_URL).origin,
    basePath: BASE_PATH,
    secret: config.SESSION_SECRET,
    database: pool,
    ...tables,
    ...signIn(deps, passwords),
    rateLimit: rateLimit(deps, limits),
    trustedOrigins: async (request) => trustedOrigins(config, request?.headers.get('host') ?? undefined),
    advanced: {
      cookiePrefix: cookiePrefix(config.PUBLIC_URL),
      // The prefix of ours asks more of a browser than the library's own.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: config.PUBLIC_URL.startsWith('https://') },
      database: { generateId: 'uuid', validateSchema: false },
      // routes.ts overwrites the header with the address that Fastify trusts.
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'] },
      // Under NODE_ENV=test the library disables both checks by default, and tests would prove nothing.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    hooks: requestHooks(deps, { limits, passwords, guesses }),
    plugins: [emailCodes(), signInCodes(deps)],
    telemetry: { enabled: false },
    // Errors other than the library's own refusals are answered like any other failure of the service.
    onAPIError: { throw: true },
    logger: logger(log),
  });
  return {
    /** The library's answer to a request, refusals included. Error: `temporarily-unavailable`. */
    answer: async (request: Request): Promise<Response> => {
      if (passwords.isFull() && HASHING.some((path) => new URL(request.url).pathname === BASE_PATH + path))
        await passwords.refuse();
      const answer = () => auth.handler(request);
      return failures.during(() => passwords.duringRequest(() => guesses.duringRequest(answer)));
    },
    /** The session and, when it was prolonged, its new cookies. */
    prolong: (headers: Headers) => failures.during(() => auth.api.getSession({ headers, returnHeaders: true })),
    headersOf: fromNodeHeaders,
    auth,
    close: () => pool.end(),
  };
}

type LibraryFailures = { note(failure: unknown): void; during<T>(work: () => Promise<T>): Promise<T> };

/**
 * The library swallows failures of the database: a sign-out "succeeds", a session "does not exist". `note` records a failure in
 * the context of its request; `during` runs the request and throws the failure that was noted, whatever the library returned.
 */
function createLibraryFailures(): LibraryFailures {
  const ofRequest = new AsyncLocalStorage<{ failure: unknown }>();
  return {
    note: (failure) => {
      const request = ofRequest.getStore();
      if (request) request.failure ??= failure;
    },
    during: async (work) => {
      const request: { failure: unknown } = { failure: undefined };
      const result = await ofRequest.run(request, work).catch((error: unknown) => {
        throw request.failure ?? error;
      });
      if (request.failure !== undefined) throw request.failure;
      return result;
    },
  };
}

/**
 * Writes the library's log lines to our log, one level lower: most of its errors are mistakes of clients. Level `info` keeps the
 * library from writing refusals to the console itself; its info lines contain addresses and are dropped.
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

/** Our table names; `role` is a column of ours that no client can set. */
const tables = {
  user: {
    modelName: 'auth_user',
    // No default here (the column has one), so the library answers FIELD_NOT_ALLOWED to a client that sends a role.
    additionalFields: { role: { type: 'string', required: false, input: false } },
  },
  account: { modelName: 'auth_account' },
  // The job session-cleanup deletes expired rows; no request does.
  verification: { modelName: 'auth_verification', disableCleanup: true },
} satisfies BetterAuthOptions;

function signIn(deps: Deps, passwords: Passwords) {
  return {
    session: {
      modelName: 'auth_session',
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_PROLONGED_EVERY_SECONDS,
      additionalFields: {
        endsAt: { type: 'date', required: true, input: false, returned: false },
        factorShownAt: { type: 'date', required: false, input: false, returned: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: passwords,
    },
    databaseHooks: {
      session: {
        create: {
          // The user of a sign-up is not committed yet, and no administrator.
          before: async (session, context) => {
            const user = await findUser(deps.db, session.userId);
            if (user?.role === 'admin') await noteSignIn(deps, user, context?.path);
            return { data: { ...session, endsAt: sessionEndsAt(session.createdAt, user?.role, deps.config) } };
          },
        },
      },
      user: {
        create: {
          // Runs after the commit of the sign-up: the user exists, so a failure here must not fail the request.
          after: async (user) => {
            await ensureCustomer(deps, { userId: user.id, name: user.name, emailVerified: user.emailVerified }).catch(
              (error: unknown) => {
                deps.log.error({ err: error, userId: user.id }, 'no customer at sign-up, the first request creates it');
              },
            );
          },
        },
      },
    },
  } satisfies BetterAuthOptions;
}

/** Before the session is there, so that none is without; a password that still waits for its code is noted too. */
function noteSignIn(deps: Deps, user: SessionUser, path: string | undefined): Promise<void> {
  const way = { by: path === SECOND_FACTOR ? 'mailed-code' : 'password' } as const;
  return inTransaction(deps.db, (tx) => recordSignIn(tx, { user, way, at: deps.clock.now() }));
}

/** Counters in the database, one statement each: several processes share them, and a request is counted before it hashes. */
function rateLimit(deps: Deps, limits: SessionLimits): BetterAuthOptions['rateLimit'] {
  const rule = ({ max, windowSeconds }: SessionLimits['general']) => ({ max, window: windowSeconds });
  return {
    enabled: true,
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

/**
 * Codes that verify an address or reset a password: its paths alone, which request-hooks.ts answers. No mail at sign-up: the code of email
 * validation in the documents comes from the MFA room.
 */
function emailCodes() {
  const sendVerificationOTP = () => Promise.reject(new Error('the library asked for a code'));
  return emailOTP({ disableSignUp: true, sendVerificationOTP });
}

/** The second factor at sign-in: mailed codes only. The MFA room switches it on and off (A-session-2). */
function signInCodes(deps: Deps) {
  return twoFactor({
    schema: { twoFactor: { modelName: 'auth_two_factor' } },
    totpOptions: { disable: true },
    otpOptions: {
      period: SIGN_IN_CODE_MINUTES,
      digits: 6,
      allowedAttempts: SIGN_IN_CODE_ATTEMPTS,
      storeOTP: { hash: async (otp) => digestOfCode(otp, deps.config.SESSION_SECRET) },
      sendOTP: ({ user, otp }) => requestSignInCode(deps, { userId: user.id, code: otp }),
    },
  });
}

/** The library created the code and stores its digest; the job row holds the code encrypted. */
async function requestSignInCode(deps: Deps, { userId, code }: { userId: string; code: string }): Promise<void> {
  const encryptedCode = oneTimeCodeCipher(deps.config.MFA_ENCRYPTION_KEY)
    .encrypt(code, signInCodeOwner(userId))
    .toString('base64');
  const expiresAt = Temporal.Now.instant().add({ minutes: SIGN_IN_CODE_MINUTES }).toString();
  await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, sendSignInCodeJob, { userId, encryptedCode, expiresAt }));
}
