// POST /api/auth/email-otp/reset-password, in place of the library: in one transaction with all that the old password opened
// (A-session-11, access.md#what-replaces-what).

import { timingSafeEqual } from 'node:crypto';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomerIdByEmail, lockCustomer, welcomeInvestor } from '../customers/index.ts';
import { INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS } from './errors.ts';
import type { Passwords } from './passwords.ts';
import {
  countWrongEmailCode,
  deleteEmailCodes,
  findUserByEmail,
  lockEmailCode,
  markEmailVerified,
  updatePasswordHash,
} from './queries.ts';
import { digestOfCode, EMAIL_CODE_ATTEMPTS } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'passwordReplaced'>;
type Refusal = typeof INVALID_OTP | typeof OTP_EXPIRED | typeof TOO_MANY_ATTEMPTS;

/**
 * 1. check the code, so that a wrong one costs no hash; 2. hash, outside any transaction; 3. take the code, set the password, and end every
 * session, sign-in under way, device and code. Undefined where it is done; a refusal commits, as the wrong code is counted.
 */
export async function resetPassword(
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
    await deps.passwordReplaced(tx, { userId, by: 'password-reset' });
    if (await markEmailVerified(tx, { userId, at })) await welcomeInvestor(tx, deps, userId);
    return undefined;
  });
}

/** Whatever the address: the job makes a code for each that is asked for (A-session-12). */
async function checkCode(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { email, code }: { email: string; code: string },
): Promise<Refusal | undefined> {
  const of = { email, purpose: 'forget-password' } as const;
  const kept = await lockEmailCode(tx, of);
  if (!kept) return INVALID_OTP;
  // A-session-5: codes of the session layer run on the machine's clock.
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
