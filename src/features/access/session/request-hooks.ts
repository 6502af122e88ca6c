// What runs before and after better-auth handles a request: checks that the library lacks, and work whose time would otherwise
// reveal whether an address has an account.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { APIError, createAuthMiddleware, formCsrfMiddleware } from 'better-auth/api';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { countRequest } from '../../../core/http/rate-limits.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomerIdByEmail, lockCustomer, welcomeInvestor } from '../customers/index.ts';
import {
  INVALID_EMAIL,
  INVALID_EMAIL_OR_PASSWORD,
  INVALID_OTP,
  INVALID_OTP_TYPE,
  OTP_EXPIRED,
  PASSWORD_TOO_COMMON,
  TOO_MANY_ATTEMPTS,
  TOO_MANY_TRIES,
  VALIDATION_ERROR,
} from './errors.ts';
import { sendEmailCodeJob } from './jobs.ts';
import type { Passwords } from './passwords.ts';
import {
  countWrongEmailCode,
  deleteEmailCodes,
  findPasswordHash,
  findUserByEmail,
  lockEmailCode,
  markEmailVerified,
  replacePasswordHash,
  updatePasswordHash,
} from './queries.ts';
import {
  DUMMY_HASH,
  digestOfCode,
  EMAIL_CODE_ATTEMPTS,
  EMAIL_CODE_PURPOSES,
  fieldsOf,
  isGuessable,
  isMailAddress,
  isName,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type SessionLimits,
} from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'db' | 'jobs' | 'clock' | 'log' | 'onPasswordReplaced'>;
type Context = Parameters<typeof formCsrfMiddleware>[0];
type Credentials = { email: string; password: string };

/** The longest address that mail allows. The library takes longer ones, which the database cannot index. */
const MAX_EMAIL_LENGTH = 254;

const SEND_CODE = '/email-otp/send-verification-otp';
const FORGOTTEN_PASSWORD = '/email-otp/request-password-reset';
const RESET = '/email-otp/reset-password';
const SIGN_IN = '/sign-in/email';
const SIGN_UP = '/sign-up/email';
/** Paths that hash a password. */
export const HASHING = [SIGN_UP, SIGN_IN, RESET];

/** The two hooks of the session layer. */
export function requestHooks(deps: Deps, limits: SessionLimits, passwords: Passwords) {
  return { before: beforeRequest(deps, limits, passwords), after: afterSignIn(deps, passwords) };
}

/**
 * Limits the requests for one account from many addresses, and refuses codes for a way of signing in that we do not offer. Checks
 * the password, and queues the mail with a code, in place of the library: the library does more work for an address that it
 * knows, and the time it takes would reveal that. A request that will hash a password waits for its turn here,
 * before the library holds a connection.
 */
function beforeRequest(deps: Deps, limits: SessionLimits, passwords: Passwords) {
  return createAuthMiddleware(async (context) => {
    const { path } = context;
    const { email, password, type, otp, name } = fieldsOf(context.body);
    const purpose = path === FORGOTTEN_PASSWORD ? 'forget-password' : EMAIL_CODE_PURPOSES.find((known) => known === type);
    if (path === SEND_CODE && purpose === undefined)
      throw new APIError(400, { code: INVALID_OTP_TYPE, message: 'Invalid OTP type' });
    if (email !== undefined && email.length > MAX_EMAIL_LENGTH)
      throw new APIError(400, { code: INVALID_EMAIL, message: 'Invalid email' });
    if (path === SIGN_UP && name !== undefined && !isName(name))
      throw new APIError(400, { code: VALIDATION_ERROR, message: '[body.name] must be one line of 1 to 256 characters' });
    if (email !== undefined && password !== undefined && (path === SIGN_UP || path === RESET)) refuseGuessable(email, password);
    if (email !== undefined && path !== SIGN_UP) await countForAccount(deps, path, email, limits);
    if (HASHING.includes(path)) await passwords.acquirePermit();
    if (path === SIGN_IN && email !== undefined && password !== undefined)
      await refuseWrongPassword(context, deps, passwords, { email, password });
    if (path === RESET && email !== undefined && password !== undefined && otp !== undefined && mayBeSet({ email, password })) {
      const refusal = await resetPassword(deps, passwords, { email: email.toLowerCase(), code: otp, password });
      if (refusal !== undefined) throw new APIError(RESET_REFUSALS[refusal], { code: refusal, message: REFUSAL_TEXTS[refusal] });
      return context.json({ success: true });
    }
    if ((path !== SEND_CODE && path !== FORGOTTEN_PASSWORD) || email === undefined || purpose === undefined) return undefined;
    // The library refuses a malformed address itself.
    if (!isMailAddress(email)) return undefined;
    if (path === SEND_CODE) await formCsrfMiddleware(context);
    // The same job for every address: the worker looks up whether it has an account, where no client can measure the time.
    await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, sendEmailCodeJob, { email: email.toLowerCase(), purpose }));
    return context.json({ success: true });
  });
}

/** The library's own statuses and texts. */
const RESET_REFUSALS = { [INVALID_OTP]: 400, [OTP_EXPIRED]: 400, [TOO_MANY_ATTEMPTS]: 403 } as const;
const REFUSAL_TEXTS = { [INVALID_OTP]: 'Invalid OTP', [OTP_EXPIRED]: 'OTP expired', [TOO_MANY_ATTEMPTS]: 'Too many attempts' };

/** A password that is too short is refused for that, by the library. */
function refuseGuessable(email: string, password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH || !isGuessable(password, email)) return;
  throw new APIError(400, { code: PASSWORD_TOO_COMMON, message: 'Password too common' });
}

/** The library refuses a malformed address and a password of another length itself. */
function mayBeSet({ email, password }: Credentials): boolean {
  return isMailAddress(email) && password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH;
}

async function countForAccount(deps: Deps, path: string, email: string, limits: SessionLimits): Promise<void> {
  const account = createHmac('sha256', deps.config.SESSION_SECRET).update(email.toLowerCase()).digest('base64url');
  const counted = await countRequest(deps.db, `account|${path}|${account}`, limits.byAccount);
  if (counted.allowed) return;
  throw new APIError(
    429,
    { code: TOO_MANY_TRIES, message: 'Too many requests. Please try again later.' },
    { 'X-Retry-After': String(counted.retryAfterSeconds) },
  );
}

/**
 * For every address one statement that answers one row, and one Argon2 check, which the library's own check does not repeat.
 */
async function refuseWrongPassword(
  context: Context,
  { db }: Deps,
  passwords: Passwords,
  { email, password }: Credentials,
): Promise<void> {
  // The library refuses a malformed address and a password that is too long itself.
  if (!isMailAddress(email) || password.length > MAX_PASSWORD_LENGTH) return;
  await formCsrfMiddleware(context);
  const hash = (await findPasswordHash(db, email.toLowerCase())) ?? DUMMY_HASH;
  if (await passwords.verify({ hash, password })) return;
  throw new APIError(401, { code: INVALID_EMAIL_OR_PASSWORD, message: 'Invalid email or password' });
}

/**
 * Replaces a hash that a client made by one of our cost at the first sign-in with its password. From then on its check takes as
 * long as any other, and does not reveal that there is an account.
 */
function afterSignIn(deps: Deps, passwords: Passwords) {
  return createAuthMiddleware(async ({ context }) => {
    const userId = context.newSession?.user.id;
    const found = passwords.renewable();
    if (userId === undefined || found === undefined) return;
    await renewPassword(deps, passwords, { userId, ...found }).catch((error: unknown) => {
      deps.log.info({ err: error, userId }, 'a password keeps the hash of its client until the next sign-in');
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

type Refusal = typeof INVALID_OTP | typeof OTP_EXPIRED | typeof TOO_MANY_ATTEMPTS;

/**
 * `/email-otp/reset-password` in place of the library, in one transaction with all that the old password opened
 * (access.md#what-replaces-what): 1. check the code, so that a wrong one costs no hash; 2. hash, outside any transaction; 3. take the code,
 * set the password, and end every session, sign-in under way, device and code. Undefined where it is done; a refusal commits, as the wrong
 * code is counted.
 */
async function resetPassword(
  deps: Deps,
  passwords: Passwords,
  asked: { email: string; code: string; password: string },
): Promise<Refusal | undefined> {
  const { email, code, password } = asked;
  const refusal = await inTransaction(deps.db, (tx) => checkCode(tx, deps, { email, code }));
  if (refusal !== undefined) return refusal;
  const passwordHash = await passwords.hash(password);
  return inTransaction(deps.db, async (tx) => {
    const customerId = await findCustomerIdByEmail(tx, email);
    if (customerId !== undefined) await lockCustomer(tx, customerId);
    const user = await findUserByEmail(tx, email);
    const changed = await checkCode(tx, deps, { email, code });
    if (changed !== undefined || !user) return changed ?? INVALID_OTP;
    const { id: userId } = user;
    const at = deps.clock.now();
    await deleteEmailCodes(tx, { email, purpose: 'forget-password' });
    await updatePasswordHash(tx, { userId, passwordHash, at });
    await deps.onPasswordReplaced(tx, { userId, by: 'password-reset' });
    if (await markEmailVerified(tx, { userId, at })) await welcomeInvestor(tx, deps, userId);
    return undefined;
  });
}

/** Of any address: the job makes a code for each that is asked for. */
async function checkCode(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { email, code }: { email: string; code: string },
): Promise<Refusal | undefined> {
  const of = { email, purpose: 'forget-password' } as const;
  const kept = await lockEmailCode(tx, of);
  if (!kept) return INVALID_OTP;
  // Codes of the session layer run on the machine's clock.
  const isExpired = Temporal.Instant.compare(kept.expiresAt, Temporal.Now.instant()) < 0;
  if (isExpired || kept.wrongAttempts >= EMAIL_CODE_ATTEMPTS) {
    await deleteEmailCodes(tx, of);
    return isExpired ? OTP_EXPIRED : TOO_MANY_ATTEMPTS;
  }
  if (isSame(kept.digest, digestOfCode(code, config.SESSION_SECRET))) return undefined;
  await countWrongEmailCode(tx, kept);
  return INVALID_OTP;
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
