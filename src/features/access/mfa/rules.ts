// How often a code may be requested, in which state a context is, and the input of each action. Pure.

import { createHash, createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../../config/settings.ts';
import { isSameText } from '../../../core/constant-time.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import { UUID } from '../../../core/uuid.ts';
import { LOGIN_LEGACY_REMOVED } from './errors.ts';

/** The values of access.md#actions, without the retired one. */
export const MFA_ACTIONS = [
  'email-validation',
  'withdraw',
  'bank-account-creation',
  'password-update',
  'email-update',
  'mfa-enabled-update',
  'gift-card-purchase',
  'profile-correction',
  'bank-account-removal',
  'first-factor',
  'personal-data-export',
  'passkey-registration',
  'passkey-removal',
  'personal-data-erasure',
] as const;
export type MfaAction = (typeof MFA_ACTIONS)[number];

/** Retired action value, recognised in order to be refused. */
const LOGIN = 'login';

/** Actions whose code is sent later, in the header `tfa`: confirm-code leaves it valid (access.md#confirming-a-code). */
export const TFA_ACTIONS = [
  'withdraw',
  'bank-account-creation',
  'bank-account-removal',
  'profile-correction',
  'personal-data-export',
  'passkey-registration',
  'passkey-removal',
  'personal-data-erasure',
] as const satisfies readonly MfaAction[];
export type TfaAction = (typeof TFA_ACTIONS)[number];

/** A requested action with its input, which the context stores until the code is confirmed. */
export type MfaRequest =
  | { action: 'email-validation' | 'gift-card-purchase' | 'first-factor' | TfaAction }
  | { action: 'mfa-enabled-update'; enabled: boolean }
  | { action: 'email-update'; newEmail: string }
  | { action: 'password-update'; newPasswordArgon2Hash: string; currentSessionId?: string };

/** Whose codes they are. Only `mfa-enabled-update` and `first-factor` are asked of administrators, who have no customer row. */
export type ContextOwner = { customerId: CustomerId } | { administratorId: string };

/**
 * Actions whose context keeps what the code will change: it belongs to the session that asked, so that nobody else puts something of theirs
 * in its place and has the owner confirm that (access.md#one-session). Those with the header `tfa` carry it beside the code.
 */
const OF_ONE_SESSION: readonly MfaAction[] = ['password-update', 'email-update', 'mfa-enabled-update', 'first-factor'];

/** Whether only the session that asks for this action may confirm it. */
export function isOfOneSession(action: MfaAction): boolean {
  return OF_ONE_SESSION.includes(action);
}

/** The key of a context. */
export type ContextKey = ContextOwner & { action: MfaAction };

const BACKOFF_SECONDS = 30;
const MAX_REQUESTS = 5;
/** This many wrong codes void the code (A-mfa-3). */
const MAX_WRONG_CODES = 5;
/** For so long after its code has expired what waits may be mailed a new one. */
const KEPT_HOURS = 24;
/** A claim older than this belongs to a process that died: longer than the timeout of any operation under a claim. */
const CLAIM_ABANDONED_AFTER_SECONDS = 120;

/** The counter of requests of one owner and action; it runs from the first request until it expires. */
export type RequestCounter = {
  requestCount: number;
  lastRequestedAt: Temporal.Instant | null;
  counterExpiresAt: Temporal.Instant | null;
};

/** A stored code: without an expiry none was requested, an expiry without a code means that it was voided. */
export type KeptCode = { codeCiphertext: Uint8Array | null; codeExpiresAt: Temporal.Instant | null };

/** Of a change of address, the only action with two codes: the mailbox whose code this is. */
export type ConfirmedAddress = 'present-address' | 'new-address';

/** Both codes of such a change, and which of them was confirmed already. */
export type KeptCodes = KeptCode & { newAddressCodeCiphertext: Uint8Array | null; confirmedAddress: ConfirmedAddress | null };

/** Error: `2fa.login-legacy-removed` for the retired action, before the rest of the request is checked. */
export function assertNotLogin(action: unknown): void {
  if (action === LOGIN)
    throw new AppError(LOGIN_LEGACY_REMOVED, { detail: 'Two-factor verification at sign-in is not done here.' });
}

/**
 * When the next code may be requested: 30 s x 2^(n-1) after the n-th request, and after the fifth only when the counter expires,
 * which ends every wait (access.md#how-often-a-code-may-be-asked-for). Undefined when no counter runs.
 */
export function nextRetryDate(counter: RequestCounter, now: Temporal.Instant): Temporal.Instant | undefined {
  const { requestCount, lastRequestedAt, counterExpiresAt } = counter;
  if (lastRequestedAt === null || counterExpiresAt === null || isReached(counterExpiresAt, now)) return undefined;
  if (requestCount >= MAX_REQUESTS) return counterExpiresAt;
  const afterBackoff = lastRequestedAt.add({ seconds: BACKOFF_SECONDS * 2 ** (requestCount - 1) });
  return Temporal.Instant.compare(afterBackoff, counterExpiresAt) < 0 ? afterBackoff : counterExpiresAt;
}

/** The counter after one more request at `now`; an expired one starts again and runs for `ttlSeconds`. */
export function countedOnce(counter: RequestCounter, now: Temporal.Instant, ttlSeconds: number) {
  const { counterExpiresAt } = counter;
  const lives = counterExpiresAt !== null && !isReached(counterExpiresAt, now);
  return {
    requestCount: lives ? counter.requestCount + 1 : 1,
    lastRequestedAt: now,
    counterExpiresAt: lives ? counterExpiresAt : now.add({ seconds: ttlSeconds }),
  };
}

/**
 * The counter of those who are not signed in: their own requests beside those of the owner. Each of theirs waits as if the owner had made
 * all, and none of theirs keeps the owner waiting (access.md#how-often-a-code-may-be-asked-for).
 */
export function publicCounter(own: RequestCounter, resends: RequestCounter, now: Temporal.Instant): RequestCounter {
  const alive = [own, resends].filter(({ counterExpiresAt }) => counterExpiresAt !== null && !isReached(counterExpiresAt, now));
  const latest = (moments: readonly (Temporal.Instant | null)[]) =>
    moments
      .filter((moment) => moment !== null)
      .toSorted(Temporal.Instant.compare)
      .at(-1) ?? null;
  return {
    requestCount: alive.reduce((sum, { requestCount }) => sum + requestCount, 0),
    lastRequestedAt: latest(alive.map(({ lastRequestedAt }) => lastRequestedAt)),
    counterExpiresAt: latest(alive.map(({ counterExpiresAt }) => counterExpiresAt)),
  };
}

/** Contexts whose code expired by this moment have ended. */
export function endedBy(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: KEPT_HOURS });
}

/** State of the code of a context: `void` after too many wrong codes, `none` again a day after it expired (access.md#emailed-codes). */
export function codeState(
  { codeCiphertext, codeExpiresAt }: KeptCode,
  now: Temporal.Instant,
): 'none' | 'void' | 'expired' | 'valid' {
  if (codeExpiresAt === null || isReached(codeExpiresAt, endedBy(now))) return 'none';
  if (codeCiphertext === null) return 'void';
  return isReached(codeExpiresAt, now) ? 'expired' : 'valid';
}

/** True for the right code, expired or not; `secret` is MFA_ENCRYPTION_KEY. Compared in constant time. */
export function isRightCode(context: ContextKey & KeptCode, guess: string, secret: string): boolean {
  return isCodeOf(context.codeCiphertext, ownerOf(context), { guess, secret });
}

/**
 * Whose code it is, expired or not; undefined for a wrong one, and for that of an address which has confirmed already: it proves nothing
 * more. Actions with one code mail it to the present address.
 */
export function addressOfCode(context: ContextKey & KeptCodes, guess: string, secret: string): ConfirmedAddress | undefined {
  const { confirmedAddress, newAddressCodeCiphertext } = context;
  if (confirmedAddress !== 'present-address' && isRightCode(context, guess, secret)) return 'present-address';
  const isOfNew =
    confirmedAddress !== 'new-address' && isCodeOf(newAddressCodeCiphertext, ownerOf(context, 'new-address'), { guess, secret });
  return isOfNew ? 'new-address' : undefined;
}

function isCodeOf(ciphertext: Uint8Array | null, owner: string, { guess, secret }: { guess: string; secret: string }): boolean {
  if (ciphertext === null) return false;
  const cipher = oneTimeCodeCipher(secret);
  const code = cipher.decrypt(ciphertext, owner);
  return code !== undefined && cipher.isSame(code, guess);
}

/** Whether one more wrong code, after `earlier` ones, voids the code. */
export function voidsCode(earlier: number): boolean {
  return earlier + 1 >= MAX_WRONG_CODES;
}

/** The context of the codes with which an administrator switches their own second factor. */
export function ownSwitch(administratorId: string): ContextKey {
  return { administratorId, action: 'mfa-enabled-update' };
}

/** The context of the code with which an administrator registers a first factor. */
export function ownFirstFactor(administratorId: string): ContextKey {
  return { administratorId, action: 'first-factor' };
}

/** The id of the owner: of their customer row, or of an administrator's user. */
export function ownerIdOf(owner: ContextOwner): string {
  return 'customerId' in owner ? owner.customerId : owner.administratorId;
}

/** The owner to which an encrypted code is bound. */
export function ownerOf(key: ContextKey, mailbox: ConfirmedAddress = 'present-address'): string {
  const owner = `${ownerIdOf(key)} ${key.action}`;
  return mailbox === 'new-address' ? `${owner} ${mailbox}` : owner;
}

/** Whether a request repeats the payload of the stored context. */
export function isSamePayload(stored: unknown, requested: object): boolean {
  return isDeepStrictEqual(stored, requested);
}

/** True for a claim whose operation has died: it will be neither consumed nor released. */
export function isAbandoned(claimedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return isReached(claimedAt.add({ seconds: CLAIM_ABANDONED_AFTER_SECONDS }), now);
}

/** True for an action whose code stays valid after confirm-code. */
export function isTfaAction(action: MfaAction): action is TfaAction {
  return TFA_ACTIONS.some((candidate) => candidate === action);
}

/** The text when it is a session id; undefined for any other text, so that no session is kept. */
export function sessionIdOf(text: string | undefined): string | undefined {
  return text !== undefined && UUID.test(text) ? text : undefined;
}

function isReached(moment: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, now) <= 0;
}

/** The digest under which the one-time token of a gift-card purchase is stored. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether the link of a change of address still leads back. */
export function isUndoOpen(change: { undoState: string; undoUntil: Temporal.Instant }, now: Temporal.Instant): boolean {
  return change.undoState === 'open' && !isReached(change.undoUntil, now);
}

/** The page that undoes a change of address, below PUBLIC_URL. */
const UNDO_PAGE = 'auth/email-change/undo';

/** The console's page of the own second factors. */
export function securityUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return new URL('console/security', `${PUBLIC_URL.replace(/\/+$/, '')}/`).href;
}

type UndoSettings = Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>;

/** The link in the notice to the former address. Nothing of it is stored: it names the change and is signed. */
export function undoUrl(config: UndoSettings, changeId: string): string {
  const url = new URL(UNDO_PAGE, `${config.PUBLIC_URL.replace(/\/+$/, '')}/`);
  url.searchParams.set('token', undoTokenOf(config, changeId));
  return url.href;
}

/** The id of the change that a token of ours names; undefined for any other text, also for one that goes on behind a signature of ours. */
export function changeOfToken(config: UndoSettings, token: string): string | undefined {
  const [changeId = ''] = token.split('.', 1);
  return UUID.test(changeId) && isSameText(token, undoTokenOf(config, changeId)) ? changeId : undefined;
}

function undoTokenOf({ SESSION_SECRET }: UndoSettings, changeId: string): string {
  const signature = createHmac('sha256', SESSION_SECRET).update(`undo change of address\n${changeId}`);
  return `${changeId}.${signature.digest('base64url')}`;
}

/**
 * Until when what is added `at` waits after a credential was replaced; null: it does not wait (withdrawals.md#new-bank-accounts).
 */
export function delayedUntil(
  replacedAt: Temporal.Instant | undefined,
  delayHours: number,
  at: Temporal.Instant,
): Temporal.Instant | null {
  const until = replacedAt?.add({ hours: delayHours });
  return until !== undefined && Temporal.Instant.compare(at, until) < 0 ? until : null;
}
