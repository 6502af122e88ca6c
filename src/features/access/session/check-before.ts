// What happens to a request before better-auth sees it: checks that it lacks, and what it would do in a time that tells too much.

import { createHmac } from 'node:crypto';
import { APIError, createAuthMiddleware, formCsrfMiddleware } from 'better-auth/api';
import { inTransaction } from '../../../core/db/transaction.ts';
import { countRequest } from '../../../core/http/rate-limit.ts';
import type { AppDeps } from '../../../deps.ts';
import { checkPassword } from './check-password.ts';
import { INVALID_EMAIL, INVALID_EMAIL_OR_PASSWORD, INVALID_OTP_TYPE, TOO_MANY_TRIES } from './errors.ts';
import { sendEmailCodeJob } from './jobs.ts';
import type { Passwords } from './passwords.ts';
import { EMAIL_CODE_PURPOSES, fieldsOf, isMailAddress, MAX_PASSWORD_LENGTH, type SessionLimits } from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'db' | 'jobs'>;
type Context = Parameters<typeof formCsrfMiddleware>[0];

/** Longest address that mail can have; the library takes any, and an index of the database does not. */
const MAX_EMAIL_LENGTH = 254;

const SEND_CODE = '/email-otp/send-verification-otp';
const FORGOTTEN_PASSWORD = '/email-otp/request-password-reset';
const SIGN_IN = '/sign-in/email';
/** Paths that hash a password. */
export const HASHING = ['/sign-up/email', SIGN_IN, '/email-otp/reset-password'];

/**
 * Refuses many tries at one account from many addresses, and codes for a sign-in that we do not offer. A wrong password is refused and
 * a code by mail asked for here: the library does more for an address that it knows, and its time would tell (A-session-12). Who is
 * going to hash a password takes their turn before the library holds a connection.
 */
export function checkBefore(deps: Deps, limits: SessionLimits, passwords: Passwords) {
  const refuseWrong = async (context: Context, attempt: { email: string; password: string }) => {
    // The library's own refusals of what is none.
    if (!isMailAddress(attempt.email) || attempt.password.length > MAX_PASSWORD_LENGTH) return;
    await formCsrfMiddleware(context);
    if (await checkPassword(deps, passwords, attempt)) return;
    throw new APIError(401, { code: INVALID_EMAIL_OR_PASSWORD, message: 'Invalid email or password' });
  };
  return createAuthMiddleware(async (context) => {
    const { path } = context;
    const { email, password, type } = fieldsOf(context.body);
    const purpose = path === FORGOTTEN_PASSWORD ? 'forget-password' : EMAIL_CODE_PURPOSES.find((known) => known === type);
    if (path === SEND_CODE && purpose === undefined)
      throw new APIError(400, { code: INVALID_OTP_TYPE, message: 'Invalid OTP type' });
    if (email !== undefined && email.length > MAX_EMAIL_LENGTH)
      throw new APIError(400, { code: INVALID_EMAIL, message: 'Invalid email' });
    if (email !== undefined && path !== '/sign-up/email') await countTry(deps, path, email, limits);
    if (HASHING.includes(path)) await passwords.takeTurn();
    if (path === SIGN_IN && email !== undefined && password !== undefined) await refuseWrong(context, { email, password });
    if ((path !== SEND_CODE && path !== FORGOTTEN_PASSWORD) || email === undefined || purpose === undefined) return undefined;
    // The library's own refusals of what is no address.
    if (!isMailAddress(email)) return undefined;
    if (path === SEND_CODE) await formCsrfMiddleware(context);
    // The same job for any address: whether somebody has it is looked up by the worker, where no time is seen (A-session-12).
    await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, sendEmailCodeJob, { email: email.toLowerCase(), purpose }));
    return context.json({ success: true });
  });
}

async function countTry(deps: Deps, path: string, email: string, limits: SessionLimits): Promise<void> {
  const account = createHmac('sha256', deps.config.SESSION_SECRET).update(email.toLowerCase()).digest('base64url');
  const counted = await countRequest(deps.db, `account|${path}|${account}`, limits.byAccount);
  if (counted.allowed) return;
  throw new APIError(
    429,
    { code: TOO_MANY_TRIES, message: 'Too many requests. Please try again later.' },
    { 'X-Retry-After': String(counted.retryAfterSeconds) },
  );
}
