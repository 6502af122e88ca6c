// Asking for a code: which actions have one, how often it may be asked for, and its mail (access.md#emailed-codes).

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomerIdByEmail } from '../customers/index.ts';
import { ACCEPTABLE_HASH, findUser, isAcceptablePasswordHash, isSessionOpen } from '../session/index.ts';
import {
  ASKED_IN_ANOTHER_SESSION,
  MFA_ENABLED_PATCH_IS_SAME,
  NO_CODE_TO_RESEND,
  NO_CUSTOMER_FOR_EMAIL,
  TFA_CODE_IN_USE,
  TOO_MANY_ATTEMPTS,
} from './errors.ts';
import { sendMfaCodeJob } from './jobs.ts';
import { type FreshCodes, lockContext, lockOrMakeContext, type MfaContext, saveCodes, saveRequest } from './queries.ts';
import { mailboxesOf } from './replacements.ts';
import {
  type ContextKey,
  codeState,
  countedOnce,
  isAbandoned,
  isOfOneSession,
  isSamePayload,
  isTfaAction,
  type MfaAction,
  type MfaRequest,
  nextRetryDate,
  ownerOf,
  publicCounter,
} from './rules.ts';

// PATCH /auth/mfa and POST /auth/mfa/trigger-mfa: start the flow of one action for the caller; confirm-code applies it.

/**
 * Mails the code of the action. Errors: `validation-failed`, `2fa.mfa-enabled.patch-is-same`, `2fa.too-many-attempts`,
 * `2fa.asked-in-another-session`.
 */
export async function triggerMfa(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  caller: { customerId: CustomerId; userId: string; sessionId: string; email: string },
  request: MfaRequest,
): Promise<void> {
  await requestCode(deps, caller, await checkRequest(deps, caller, request));
}

/**
 * The request as its context keeps it, however it will be confirmed. `newPasswordArgon2Hash` must be an Argon2id PHC string of bounded cost,
 * `newEmail` must differ from the caller's address. Errors: `validation-failed`, `2fa.mfa-enabled.patch-is-same`.
 */
export async function checkRequest(
  deps: Pick<AppDeps, 'db'>,
  caller: { userId: string; email: string },
  request: MfaRequest,
): Promise<MfaRequest> {
  switch (request.action) {
    case 'mfa-enabled-update': {
      const user = await findUser(deps.db, caller.userId);
      if (user?.twoFactorEnabled === request.enabled) throw new AppError(MFA_ENABLED_PATCH_IS_SAME);
      return request;
    }
    case 'password-update':
      if (!isAcceptablePasswordHash(request.newPasswordArgon2Hash)) throw refused('newPasswordArgon2Hash', ACCEPTABLE_HASH);
      return request;
    case 'email-update': {
      const newEmail = request.newEmail.toLowerCase();
      if (newEmail === caller.email.toLowerCase()) throw refused('newEmail', 'is your address already');
      return { action: request.action, newEmail };
    }
    default:
      return request;
  }
}

function refused(field: string, reason: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path: `body/${field}`, reason }] });
}

// POST /auth/mfa/resend-code: mails the code of a known context again, or a new one when it has expired.

/**
 * Public: every visitor who knows an address may have its code mailed again, within the rate limit; their counter keeps the owner from
 * nothing. An expired or voided code is replaced by a new one for the same payload (access.md#resending-a-code, access.md#emailed-codes).
 * Errors: `2fa.no-customer-for-email`, `2fa.no-code-to-resend`, `2fa.too-many-attempts`.
 */
export async function resendCode(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>,
  input: { email: string; action: MfaAction; address: string },
): Promise<void> {
  const { action, address } = input;
  const customerId = await findCustomerIdByEmail(deps.db, input.email);
  deps.log.info({ action, address, customerId: customerId ?? 'none' }, 'code asked for again');
  if (customerId === undefined) throw new AppError(NO_CUSTOMER_FOR_EMAIL);
  await inTransaction(deps.db, async (tx) => {
    const context = await lockContext(tx, { customerId, action });
    if (!context || codeState(context, deps.clock.now()) === 'none') throw new AppError(NO_CODE_TO_RESEND);
    // Border: issueCode writes the payload as an object.
    await issueCode(tx, deps, context, { payload: context.payload as object, sessionId: context.sessionId, by: 'anybody' });
  });
}

/**
 * Creates or renews the customer's context of this action and mails its code.
 * Errors: `2fa.too-many-attempts`, `2fa.asked-in-another-session`.
 */
export async function requestCode(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  { customerId, sessionId }: { customerId: CustomerId; sessionId: string },
  request: MfaRequest,
): Promise<void> {
  const { action, ...payload } = request;
  await inTransaction(deps.db, async (tx) => {
    const context = await lockOrMakeContext(tx, { customerId, action });
    await issueCode(tx, deps, context, { payload, sessionId, by: 'owner' });
  });
}

/**
 * Counts the request and mails a code, to each mailbox that must be read and has not confirmed yet: the present code while it is valid and
 * has the same `payload`, else a new one (access.md#emailed-codes). The caller holds the lock of `context`. Errors:
 * `2fa.too-many-attempts` before the next retry date, `2fa.asked-in-another-session` while what another one asked for waits.
 */
export async function issueCode(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  context: MfaContext,
  { payload, sessionId, by }: { payload: object; sessionId: string | null; by: 'owner' | 'anybody' },
): Promise<void> {
  const { config } = deps;
  const at = deps.clock.now();
  const retryAt = nextRetryDate(by === 'owner' ? context : publicCounter(context, context.resends, at), at);
  if (retryAt && Temporal.Instant.compare(at, retryAt) < 0)
    throw new AppError(TOO_MANY_ATTEMPTS, { detail: `The next code can be asked for at ${retryAt.toString()}.` });

  const { action } = context;
  const isValid = isReadable(context, config) && codeState(context, at) === 'valid';
  if (isValid) await refuseOfAnotherSession(tx, context, sessionId);

  const key: ContextKey =
    'customerId' in context ? { customerId: context.customerId, action } : { administratorId: context.administratorId, action };
  const isKept = isValid && isSamePayload(context.payload, payload);
  await saveRequest(tx, {
    ...key,
    by,
    counted: by === 'owner' ? countedOnce(context, at, COUNTER_TTL_SECONDS) : resentOnce(context, at),
    fresh: isKept ? undefined : freshCodes(key, { config, at, payload, sessionId }),
  });
  for (const mailbox of mailboxesOf(action))
    if (!isKept || mailbox !== context.confirmedAddress)
      await deps.jobs.enqueue(tx, sendMfaCodeJob, {
        ...key,
        ...(mailbox === 'new-address' ? { mailbox } : {}),
        ...(isValid && !isKept ? { replaces: true as const } : {}),
      });
}

/** Requests of one kind are counted so long from the first (access.md). */
const COUNTER_TTL_SECONDS = 3600;

/** A resend beside requests of the owner is forgotten with these. */
function resentOnce(context: MfaContext, at: Temporal.Instant) {
  const counted = countedOnce(context.resends, at, COUNTER_TTL_SECONDS);
  const { counterExpiresAt } = context;
  const isBeside = counted.requestCount === 1 && counterExpiresAt !== null && Temporal.Instant.compare(at, counterExpiresAt) < 0;
  return isBeside ? { ...counted, counterExpiresAt } : counted;
}

/** A code that was encrypted with a former key can neither be mailed nor confirmed. */
function isReadable(context: MfaContext, { MFA_ENCRYPTION_KEY }: AppDeps['config']): boolean {
  const { codeCiphertext } = context;
  return codeCiphertext !== null && oneTimeCodeCipher(MFA_ENCRYPTION_KEY).decrypt(codeCiphertext, ownerOf(context)) !== undefined;
}

/**
 * Error: `2fa.asked-in-another-session` where what waits was asked for by a session that is still there and is not this one. Sessions end by
 * the machine's clock.
 */
async function refuseOfAnotherSession(tx: Tx, { sessionId: askedIn }: MfaContext, sessionId: string | null): Promise<void> {
  if (askedIn === null || askedIn === sessionId || !(await isSessionOpen(tx, askedIn, Temporal.Now.instant()))) return;
  const detail = 'Another session has asked for this: confirm it there, or end that session.';
  throw new AppError(ASKED_IN_ANOTHER_SESSION, { detail });
}

/**
 * A new code in place of the one that a mail would bring, in the hand of somebody who has proven that they are the owner; it is spent as that
 * one is. The caller holds the lock of the customer. Errors: `2fa.asked-in-another-session`, `2fa-code.in-use`.
 */
export async function handOutCode(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config'>,
  { customerId, sessionId }: { customerId: CustomerId; sessionId: string },
  { action, ...payload }: MfaRequest,
): Promise<string> {
  const { config } = deps;
  const at = deps.clock.now();
  const context = await lockOrMakeContext(tx, { customerId, action });
  if (codeState(context, at) === 'valid') await refuseOfAnotherSession(tx, context, sessionId);
  if (context.claimedAt !== null && !isAbandoned(context.claimedAt, at)) throw new AppError(TFA_CODE_IN_USE);
  const key = { customerId, action };
  const fresh = freshCodes(key, { config, at, payload, sessionId });
  await saveCodes(tx, key, fresh);
  const code = oneTimeCodeCipher(config.MFA_ENCRYPTION_KEY).decrypt(fresh.codeCiphertext, ownerOf(key));
  if (code === undefined) throw new Error('a code that was just encrypted');
  return code;
}

/** Two codes of one change differ, so that each tells which mailbox was read. */
function freshCodes(
  key: ContextKey,
  {
    config,
    at,
    payload,
    sessionId,
  }: { config: AppDeps['config']; at: Temporal.Instant; payload: object; sessionId: string | null },
): FreshCodes {
  const cipher = oneTimeCodeCipher(config.MFA_ENCRYPTION_KEY);
  // The code of an action that uses the header `tfa` has the lifetime of that header.
  const ttlSeconds = isTfaAction(key.action) ? config.WITHDRAWAL_TFA_TTL_SECONDS : config.MFA_CODE_TTL_SECONDS;
  const code = cipher.newCode();
  let other = cipher.newCode();
  while (other === code) other = cipher.newCode();
  return {
    codeCiphertext: cipher.encrypt(code, ownerOf(key)),
    newAddressCodeCiphertext: mailboxesOf(key.action).includes('new-address')
      ? cipher.encrypt(other, ownerOf(key, 'new-address'))
      : null,
    codeExpiresAt: at.add({ seconds: ttlSeconds }),
    payload,
    sessionId: isOfOneSession(key.action) ? sessionId : null,
  };
}
