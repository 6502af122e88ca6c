// What runs before and after better-auth handles a request: checks that the library lacks, and work whose time would otherwise
// reveal whether an address has an account.

import { createHmac } from 'node:crypto';
import { APIError, createAuthMiddleware, formCsrfMiddleware, isAPIError } from 'better-auth/api';
import { inTransaction } from '../../../core/db/transaction.ts';
import { countRequest } from '../../../core/http/rate-limits.ts';
import type { AppDeps } from '../../../deps.ts';
import { findChallenged } from './code-queries.ts';
import {
  INVALID_CODE,
  INVALID_EMAIL,
  INVALID_EMAIL_OR_PASSWORD,
  INVALID_OTP,
  INVALID_OTP_TYPE,
  OTP_EXPIRED,
  PASSWORD_TOO_COMMON,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
  TOO_MANY_ATTEMPTS,
  TOO_MANY_TRIES,
  VALIDATION_ERROR,
} from './errors.ts';
import { withDates } from './guards.ts';
import { type Context, type Guesses, isKnownDevice, rememberDevice } from './guesses.ts';
import { sendEmailCodeJob } from './jobs.ts';
import { type Refused, resetPassword, verifyEmail } from './mailed-codes.ts';
import type { Passwords } from './passwords.ts';
import { findPasswordHash, findUserView, replacePasswordHash } from './queries.ts';
import {
  DUMMY_HASH,
  EMAIL_CODE_PURPOSES,
  type Fields,
  fieldsOf,
  isGuessable,
  isMailAddress,
  isName,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type SessionLimits,
} from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'db' | 'jobs' | 'clock' | 'log' | 'onPasswordReplaced'>;
type Parts = { limits: SessionLimits; passwords: Passwords; guesses: Guesses };

/** The longest address that mail allows. The library takes longer ones, which the database cannot index. */
const MAX_EMAIL_LENGTH = 254;

const SEND_CODE = '/email-otp/send-verification-otp';
const VERIFY_EMAIL = '/email-otp/verify-email';
const FORGOTTEN_PASSWORD = '/email-otp/request-password-reset';
const RESET = '/email-otp/reset-password';
const SIGN_IN = '/sign-in/email';
const SIGN_UP = '/sign-up/email';
export const SECOND_FACTOR = '/two-factor/verify-otp';
/** Paths that hash a password. */
export const HASHING = [SIGN_UP, SIGN_IN, RESET];

/** The two hooks of the session layer. */
export function requestHooks(deps: Deps, parts: Parts) {
  return { before: beforeRequest(deps, parts), after: afterRequest(deps, parts) };
}

/**
 * Counts guesses and mails per account, and refuses codes for a way of signing in that we do not offer. Checks passwords and mailed codes, and
 * queues the mail with a code, in place of the library: the library does more work for an address that it knows, and the time it takes would
 * reveal that. A request that will hash a password waits for its turn here, before the library holds a connection.
 */
function beforeRequest(deps: Deps, parts: Parts) {
  return createAuthMiddleware(async (context) => {
    const fields = fieldsOf(context.body);
    const { email, name } = fields;
    if (email !== undefined && email.length > MAX_EMAIL_LENGTH)
      throw new APIError(400, { code: INVALID_EMAIL, message: 'Invalid email' });
    switch (context.path) {
      case SIGN_UP:
        if (name !== undefined && !isName(name))
          throw new APIError(400, { code: VALIDATION_ERROR, message: '[body.name] must be one line of 1 to 256 characters' });
        if (email !== undefined && fields.password !== undefined) refuseGuessable(email, fields.password);
        return parts.passwords.acquirePermit();
      case SIGN_IN:
        return refuseWrongPassword(context, deps, parts, fields);
      case SECOND_FACTOR:
        return countSecondFactor(context, deps, parts);
      case RESET:
        return reset(context, deps, parts, fields);
      case VERIFY_EMAIL:
        return prove(context, deps, parts, fields);
      case SEND_CODE:
      case FORGOTTEN_PASSWORD:
        return mailCode(context, deps, parts, fields);
      default:
        return undefined;
    }
  });
}

/** A password that is too short is refused for that, by the library. */
function refuseGuessable(email: string, password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH || !isGuessable(password, email)) return;
  throw new APIError(400, { code: PASSWORD_TOO_COMMON, message: REFUSALS[PASSWORD_TOO_COMMON].message });
}

/** The same job for every address: the worker looks up whether it has an account, where no client can measure the time. */
async function mailCode(context: Context, deps: Deps, { limits }: Parts, { email, type }: Fields) {
  const { path } = context;
  const purpose = path === FORGOTTEN_PASSWORD ? 'forget-password' : EMAIL_CODE_PURPOSES.find((known) => known === type);
  if (purpose === undefined) throw new APIError(400, { code: INVALID_OTP_TYPE, message: 'Invalid OTP type' });
  if (email === undefined) return undefined;
  await countMail(context, deps, email, limits);
  // The library refuses a malformed address itself.
  if (!isMailAddress(email)) return undefined;
  if (path === SEND_CODE) await formCsrfMiddleware(context);
  await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, sendEmailCodeJob, { email: email.toLowerCase(), purpose }));
  return context.json({ success: true });
}

/** Mails asked for one account, from wherever; on a device of its owner they are counted apart, so that nobody else uses up their number. */
async function countMail(context: Context, deps: Deps, email: string, limits: SessionLimits): Promise<void> {
  const account = createHmac('sha256', deps.config.SESSION_SECRET).update(email.toLowerCase()).digest('base64url');
  const by = (await isKnownDevice(deps, context, email)) ? 'account|owner' : 'account';
  const counted = await countRequest(deps.db, `${by}|${context.path}|${account}`, limits.mailsByAccount);
  if (counted.allowed) return;
  throw new APIError(
    429,
    { code: TOO_MANY_TRIES, message: 'Too many requests. Please try again later.' },
    { 'X-Retry-After': String(counted.retryAfterSeconds) },
  );
}

/**
 * For every address one statement that answers one row, and one Argon2 check, which the library's own check does not repeat. Only a wrong
 * password stays counted.
 */
async function refuseWrongPassword(
  context: Context,
  { db }: Deps,
  { passwords, guesses }: Parts,
  { email, password }: Fields,
): Promise<void> {
  // The library refuses a malformed address and a password that is too long itself.
  if (email === undefined || password === undefined || !isMailAddress(email) || password.length > MAX_PASSWORD_LENGTH)
    return passwords.acquirePermit();
  await formCsrfMiddleware(context);
  await guesses.take(context, { of: 'password', account: email });
  const check = async () => {
    await passwords.acquirePermit();
    const hash = (await findPasswordHash(db, email.toLowerCase())) ?? DUMMY_HASH;
    return passwords.verify({ hash, password });
  };
  const isRight = await check().catch(async (error: unknown) => {
    await guesses.settle('none');
    throw error;
  });
  await guesses.settle(isRight ? 'right' : 'wrong');
  if (!isRight) throw new APIError(401, { code: INVALID_EMAIL_OR_PASSWORD, message: 'Invalid email or password' });
}

/** The sign-in that waits names the account; the library checks the code, and {@link afterRequest} gives back what was no wrong one. */
async function countSecondFactor(context: Context, deps: Deps, { guesses }: Parts): Promise<void> {
  const { name } = context.context.createAuthCookie('two_factor');
  const waiting = await context.getSignedCookie(name, context.context.secret);
  const userId = typeof waiting === 'string' ? await findChallenged(deps.db, waiting) : undefined;
  if (userId !== undefined) await guesses.take(context, { of: 'second-factor', account: userId });
}

/** Undefined where the library refuses the request itself: a malformed address, no code, beside a code a password of another length. */
async function reset(context: Context, deps: Deps, { passwords, guesses }: Parts, { email, password, otp, token }: Fields) {
  if (password === undefined) return undefined;
  const misfit =
    password.length < MIN_PASSWORD_LENGTH
      ? PASSWORD_TOO_SHORT
      : password.length > MAX_PASSWORD_LENGTH
        ? PASSWORD_TOO_LONG
        : undefined;
  const refuseMisfit = () => {
    if (misfit !== undefined) throw new APIError(400, { code: misfit, message: 'Password of a wrong length' });
  };
  if (token !== undefined) {
    refuseMisfit();
    const done = await guessed(guesses, () => resetPassword(deps, passwords, { proof: { token }, password }));
    await rememberDevice(deps, context, done.user);
    return context.json({ success: true });
  }
  if (email !== undefined) refuseGuessable(email, password);
  if (misfit !== undefined || email === undefined || otp === undefined || !isMailAddress(email)) return undefined;
  if (isCode(otp)) await guesses.take(context, { of: 'reset-code', account: email });
  const proof = { email: email.toLowerCase(), code: otp };
  const done = await guessed(guesses, () => resetPassword(deps, passwords, { proof, password }));
  await rememberDevice(deps, context, done.user);
  return context.json({ success: true });
}

async function prove(context: Context, deps: Deps, { guesses }: Parts, { email, otp }: Fields) {
  // The library refuses a malformed address, and one without a code, itself.
  if (email === undefined || otp === undefined || !isMailAddress(email)) return undefined;
  if (isCode(otp)) await guesses.take(context, { of: 'verification-code', account: email });
  const { userId } = await guessed(guesses, () => verifyEmail(deps, { email: email.toLowerCase(), code: otp }));
  return context.json({ status: true, token: null, user: withDates(await findUserView(deps.db, userId)) });
}

/** Any other text is no guess. */
function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/** The library's own statuses and texts. */
const REFUSALS = {
  [INVALID_OTP]: { status: 400, message: 'Invalid OTP' },
  [OTP_EXPIRED]: { status: 400, message: 'OTP expired' },
  [TOO_MANY_ATTEMPTS]: { status: 403, message: 'Too many attempts' },
  [PASSWORD_TOO_COMMON]: { status: 400, message: 'Password too common' },
} as const;

/** Makes the guess that was taken; only a wrong code stays counted. */
async function guessed<Done extends { refusal?: undefined }>(
  guesses: Guesses,
  make: () => Promise<Done | Refused>,
): Promise<Done> {
  const outcome = await make().catch(async (error: unknown) => {
    await guesses.settle('none');
    throw error;
  });
  if (outcome.refusal === undefined) {
    await guesses.settle('right');
    return outcome;
  }
  await guesses.settle(outcome.refusal === INVALID_OTP ? 'wrong' : 'none');
  const { status, message } = REFUSALS[outcome.refusal];
  throw new APIError(status, { code: outcome.refusal, message });
}

const SIGNS_IN: readonly (string | undefined)[] = [SIGN_IN, SIGN_UP, SECOND_FACTOR];

/**
 * After a sign-in: its device is known from now on; a hash that a client made is replaced by one of our cost, so that its check takes as long
 * as any other. A code of the second factor that was not wrong is not counted.
 */
function afterRequest(deps: Deps, { passwords, guesses }: Parts) {
  return createAuthMiddleware(async (request) => {
    const { newSession, returned } = request.context;
    const isWrongCode = isAPIError(returned) && returned.body?.code === INVALID_CODE;
    if (request.path === SECOND_FACTOR) await guesses.settle(newSession ? 'right' : isWrongCode ? 'wrong' : 'none');
    if (!newSession || !SIGNS_IN.includes(request.path)) return;
    const { user } = newSession;
    // The library asks for the second factor after this hook; the sign-in ends with that.
    if (request.path !== SIGN_IN || user.twoFactorEnabled !== true) await rememberDevice(deps, request, user);
    const found = passwords.renewable();
    if (found === undefined) return;
    await renewPassword(deps, passwords, { userId: user.id, ...found }).catch((error: unknown) => {
      deps.log.info({ err: error, userId: user.id }, 'a password keeps the hash of its client until the next sign-in');
    });
  });
}

async function renewPassword(
  deps: Deps,
  passwords: Passwords,
  { userId, hash, password }: { userId: string; hash: string; password: string },
): Promise<void> {
  const renewed = await passwords.hash(password);
  await inTransaction(deps.db, (tx) => replacePasswordHash(tx, { userId, from: hash, to: renewed, at: deps.clock.now() }));
}
