// How often a code may be asked for, in which state a context is, and what the actions carry. Pure.

import { createHash } from 'node:crypto';

import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../core/errors.ts';
import { LOGIN_LEGACY_REMOVED } from './errors.ts';

/** MFA action values of access.md#actions, and ours: profile-correction. */
export const MFA_ACTIONS = [
  'email-validation',
  'withdraw',
  'bank-account-creation',
  'password-update',
  'email-update',
  'mfa-enabled-update',
  'gift-card-purchase',
  'profile-correction',
] as const;
export type MfaAction = (typeof MFA_ACTIONS)[number];

/** Retired action value, still recognised to be refused. */
export const LOGIN = 'login';

/**
 * Actions whose code is afterwards carried by the header `tfa`: confirm-code verifies it and leaves it valid
 * (access.md#confirming-a-code).
 */
export const TFA_ACTIONS = ['withdraw', 'bank-account-creation', 'profile-correction'] as const satisfies readonly MfaAction[];
export type TfaAction = (typeof TFA_ACTIONS)[number];

/** What is asked for: the action and what its context carries until the code is confirmed. */
export type MfaRequest =
  | { action: 'email-validation' | 'withdraw' | 'bank-account-creation' | 'gift-card-purchase' | 'profile-correction' }
  | { action: 'mfa-enabled-update'; enabled: boolean }
  | { action: 'email-update'; newEmail: string }
  | { action: 'password-update'; newPasswordArgon2Hash: string; currentSessionId?: string };

const BACKOFF_SECONDS = 30;
const MAX_REQUESTS = 5;
/** So many wrong codes void the code (A-mfa-3). */
const MAX_WRONG_CODES = 5;
/** A claim of `tfa` older than this belongs to a process that died. Above the time limits of everything done under a claim. */
const CLAIM_ABANDONED_AFTER_SECONDS = 120;

/** Requests of one customer and action. The counter exists from its first request until it expires. */
export type RequestCounter = {
  requestCount: number;
  lastRequestedAt: Temporal.Instant | null;
  counterExpiresAt: Temporal.Instant | null;
};

/** A code as it is kept: no expiry means that none was ever asked for, an expiry without a code that it was voided. */
export type KeptCode = { codeCiphertext: Uint8Array | null; codeExpiresAt: Temporal.Instant | null };

/** Error: `2fa.login-legacy-removed` for the retired action, whatever else the request says (A-mfa-1). */
export function assertNotLogin<A extends string>(action: A | typeof LOGIN): asserts action is A {
  if (action === LOGIN)
    throw new AppError(LOGIN_LEGACY_REMOVED, { detail: 'Two-factor verification at sign-in is not done here.' });
}

/**
 * When the next code may be asked for: 30 s x 2^(n-1) after the n-th request, and once all five are used when the counter
 * is forgotten, which ends every wait (access.md#how-often-a-code-may-be-asked-for). Undefined when no counter exists.
 */
export function nextRetryDate(counter: RequestCounter, now: Temporal.Instant): Temporal.Instant | undefined {
  const { requestCount, lastRequestedAt, counterExpiresAt } = counter;
  if (lastRequestedAt === null || counterExpiresAt === null || isReached(counterExpiresAt, now)) return undefined;
  if (requestCount >= MAX_REQUESTS) return counterExpiresAt;
  const afterBackoff = lastRequestedAt.add({ seconds: BACKOFF_SECONDS * 2 ** (requestCount - 1) });
  return Temporal.Instant.compare(afterBackoff, counterExpiresAt) < 0 ? afterBackoff : counterExpiresAt;
}

/** The counter after one more request at `now`; a forgotten one begins anew and lives `ttlSeconds`. */
export function countedOnce(counter: RequestCounter, now: Temporal.Instant, ttlSeconds: number) {
  const { counterExpiresAt } = counter;
  const lives = counterExpiresAt !== null && !isReached(counterExpiresAt, now);
  return {
    requestCount: lives ? counter.requestCount + 1 : 1,
    lastRequestedAt: now,
    counterExpiresAt: lives ? counterExpiresAt : now.add({ seconds: ttlSeconds }),
  };
}

/** True once a password change waits no more: the new hash that it carries is erased, so no further code can be given for it. */
export function isErased(context: { action: MfaAction; codeExpiresAt: Temporal.Instant | null }, now: Temporal.Instant): boolean {
  return context.action === 'password-update' && context.codeExpiresAt !== null && isReached(context.codeExpiresAt, now);
}

/** State of the code of a context: `void` after too many wrong ones. An expired code is still known (access.md#emailed-codes). */
export function codeState(
  { codeCiphertext, codeExpiresAt }: KeptCode,
  now: Temporal.Instant,
): 'none' | 'void' | 'expired' | 'valid' {
  if (codeExpiresAt === null) return 'none';
  if (codeCiphertext === null) return 'void';
  return isReached(codeExpiresAt, now) ? 'expired' : 'valid';
}

/** Whether this wrong code, after `earlier` ones, voids the code. */
export function voidsCode(earlier: number): boolean {
  return earlier + 1 >= MAX_WRONG_CODES;
}

/** What a sealed code is bound to. */
export function ownerOf({ customerId, action }: { customerId: string; action: MfaAction }): string {
  return `${customerId} ${action}`;
}

/** Two contexts of one action carry the same. */
export function isSameContext(kept: unknown, asked: object): boolean {
  return isDeepStrictEqual(kept, asked);
}

/** A claim that nobody will consume or release any more. */
export function isAbandoned(claimedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return isReached(claimedAt.add({ seconds: CLAIM_ABANDONED_AFTER_SECONDS }), now);
}

/** True for an action whose code is not used up by confirm-code. */
export function isTfaAction(action: MfaAction): action is TfaAction {
  return TFA_ACTIONS.some((candidate) => candidate === action);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A session id as the session layer makes them; any other text names no session, so none is kept (A-mfa-9). */
export function sessionIdOf(text: string | undefined): string | undefined {
  return text !== undefined && UUID.test(text) ? text : undefined;
}

function isReached(moment: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, now) <= 0;
}

/** What is kept of the one-shot token of a gift-card purchase. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
