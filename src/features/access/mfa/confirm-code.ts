// POST /auth/mfa/confirm-code: checks the code of an action and applies the action (access.md#confirming-a-code).

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueProviderUpdate, lockCustomer, welcomeInvestor } from '../customers/index.ts';
import { changeEmail, findUser, markEmailVerified, setSecondFactor, updatePasswordHash } from '../session/index.ts';
import { credentialChanged } from './credential-changed.ts';
import { endUndos } from './credential-queries.ts';
import { CODE_EXPIRED, NO_VERIFICATION_CONTEXT, WRONG_CODE } from './errors.ts';
import { clearContext, confirmAddress, insertGiftCardToken, lockContext } from './queries.ts';
import { mailboxesOf } from './replacements.ts';
import {
  addressOfCode,
  type ConfirmedAddress,
  type ContextKey,
  codeState,
  digestOfToken,
  isTfaAction,
  type MfaAction,
  type MfaRequest,
  sessionIdOf,
} from './rules.ts';
import { assertMayGuess, countWrong } from './wrong-codes.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
/** `sessionId`: the session in which the code is confirmed. */
type Caller = { customerId: CustomerId; userId: string; sessionId: string };
type Answer = { token: string } | { stillToConfirm: ConfirmedAddress } | undefined;

/**
 * One transaction checks the code, clears it and applies the action, so a code works once. The codes of actions with the header `tfa` are
 * only verified, as they are sent again in it; a change of address waits for both of its codes (access.md#confirming-a-code). Answers the token of a gift-card purchase, or which address must still confirm.
 * Errors: `2fa.verification-code.no-verification-context`, `.wrong-code`, `.code-expired`; `session.email-already-used`.
 */
export async function confirmCode(deps: Deps, input: Caller & { action: MfaAction; code: string }): Promise<Answer> {
  const { action, code, ...caller } = input;
  const { customerId, sessionId } = caller;
  const confirmed = await inTransaction(deps.db, async (tx) => {
    // Before its code (ADR 0013): a replaced credential ends the codes of all actions.
    if (!isTfaAction(action)) await lockCustomer(tx, customerId);
    const spent = await spendCode(tx, deps, { customerId, action }, { code, sessionId });
    if ('refusal' in spent) return spent;
    if ('stillToConfirm' in spent) return { answer: spent };
    if (isTfaAction(action)) return { answer: undefined };
    // Border: the payload of this action, as issueCode stored it.
    const request = { action, ...spent.payload } as MfaRequest;
    return { answer: await applyAction(tx, deps, caller, request) };
  });
  if ('refusal' in confirmed) throw new AppError(confirmed.refusal);
  return confirmed.answer;
}

/** Applies the action in the transaction that cleared its code. Returns the one-time token of `gift-card-purchase`. */
async function applyAction(tx: Tx, deps: Deps, caller: Caller, request: MfaRequest): Promise<{ token: string } | undefined> {
  const { customerId, userId, sessionId } = caller;
  const at = deps.clock.now();
  switch (request.action) {
    case 'email-validation':
      if (await markEmailVerified(tx, { userId, at })) await welcomeInvestor(tx, deps, userId);
      return undefined;
    case 'mfa-enabled-update':
      await setSecondFactor(tx, { userId, enabled: request.enabled, at });
      await credentialChanged(tx, deps, { userId, by: request.action, session: sessionId });
      return undefined;
    case 'email-update':
      await moveToNewEmail(tx, deps, caller, request.newEmail);
      return undefined;
    case 'password-update': {
      await updatePasswordHash(tx, { userId, passwordHash: request.newPasswordArgon2Hash, at });
      const session = sessionIdOf(request.currentSessionId);
      await credentialChanged(tx, deps, { userId, by: request.action, session });
      return undefined;
    }
    case 'gift-card-purchase':
      return { token: await createGiftCardToken(tx, deps, customerId, at) };
    // Confirmed where the factor is registered.
    case 'first-factor':
    case 'withdraw':
    case 'bank-account-creation':
    case 'bank-account-removal':
    case 'profile-correction':
    case 'personal-data-export':
    case 'passkey-registration':
    case 'passkey-removal':
    case 'personal-data-erasure':
      return undefined;
  }
}

/**
 * Changes the address, which both the present and the new one have confirmed; the provider is notified.
 * Error: `session.email-already-used`.
 */
async function moveToNewEmail(tx: Tx, deps: Deps, { customerId, userId, sessionId }: Caller, newEmail: string): Promise<void> {
  const before = await findUser(tx, userId);
  const { previousEmail: formerEmail } = await changeEmail(tx, { userId, newEmail, at: deps.clock.now() });
  await endUndos(tx, { userId, formerEmail: newEmail });
  const hadSecondFactor = before?.twoFactorEnabled === true;
  await credentialChanged(tx, deps, { userId, by: 'email-update', session: sessionId, formerEmail, hadSecondFactor });
  if (before?.emailVerified === false) await welcomeInvestor(tx, deps, userId);
  // With the lock, a concurrent opening of the provider account either uses the new address or is visible here.
  const customer = await lockCustomer(tx, customerId);
  if (customer) await enqueueProviderUpdate(tx, deps, customer);
}

async function createGiftCardToken(tx: Tx, deps: Deps, customerId: CustomerId, at: Temporal.Instant): Promise<string> {
  const token = newId();
  const expiresAt = at.add({ minutes: deps.config.GIFT_CARD_TOKEN_TTL_MINUTES });
  await insertGiftCardToken(tx, { sha256: digestOfToken(token), customerId, expiresAt, at });
  return token;
}

// Takes a typed code for the action of its context: what confirm-code of investors and of administrators have in common.

/** Why a code is refused, which address must still confirm, or what the context carries. */
export type SpentCode = { refusal: string } | { stillToConfirm: ConfirmedAddress } | { payload: object };

/**
 * Clears the context of the right code, whose action the caller applies in the same transaction; the code of a tfa action stays, as it
 * is sent again in the header, and so does the context of two codes until both are confirmed, in either order. A session confirms nothing
 * that another one asked for. The caller must let `tx` commit before it refuses, as a wrong code is counted in it. Refusals: `2fa.verification-code.no-verification-context`, `.wrong-code`,
 * `.code-expired`. Error: `too-many-requests` after many wrong ones of a day.
 */
export async function spendCode(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config'>,
  key: ContextKey,
  { code, sessionId }: { code: string; sessionId: string },
): Promise<SpentCode> {
  const context = await lockContext(tx, key);
  const isOfAnother = context?.sessionId != null && context.sessionId !== sessionId;
  if (!context?.codeCiphertext || isOfAnother) return { refusal: NO_VERIFICATION_CONTEXT };
  await assertMayGuess(tx, deps, key);
  const address = addressOfCode(context, code, deps.config.MFA_ENCRYPTION_KEY);
  if (address === undefined) {
    await countWrong(tx, deps, context);
    return { refusal: WRONG_CODE };
  }
  if (codeState(context, deps.clock.now()) === 'expired') return { refusal: CODE_EXPIRED };
  const stillToConfirm = mailboxesOf(key.action).find((other) => other !== address && other !== context.confirmedAddress);
  if (stillToConfirm !== undefined) {
    await confirmAddress(tx, key, address);
    return { stillToConfirm };
  }
  if (!isTfaAction(key.action)) await clearContext(tx, key);
  // Border: issueCode writes the payload as an object.
  return { payload: context.payload as object };
}
