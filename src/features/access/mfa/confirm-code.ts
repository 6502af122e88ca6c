// POST /auth/mfa/confirm-code: checks the code of an action and applies the action (access.md#confirming-a-code).

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { enqueueProviderUpdate, findCustomer, lockCustomer, mailInvestor, welcomeInvestor } from '../customers/index.ts';
import {
  changeEmail,
  endOtherSessions,
  findUser,
  markEmailVerified,
  setSecondFactor,
  updatePasswordHash,
} from '../session/index.ts';
import { insertGiftCardToken } from './queries.ts';
import { digestOfToken, isTfaAction, type MfaAction, type MfaRequest, sessionIdOf } from './rules.ts';
import { spendCode } from './spend-code.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type PasswordUpdate = Extract<MfaRequest, { action: 'password-update' }>;
type Caller = { customerId: CustomerId; userId: string };

/**
 * One transaction checks the code, clears it and applies the action, so a code works once. The codes of `withdraw`,
 * `bank-account-creation` and `profile-correction` are only verified, as they are sent again in the header `tfa`
 * (access.md#confirming-a-code). Returns the token of a gift-card purchase.
 * Errors: `2fa.verification-code.no-verification-context`, `.wrong-code`, `.code-expired`; `session.email-already-used`.
 */
export async function confirmCode(
  deps: Deps,
  input: { customerId: CustomerId; userId: string; action: MfaAction; code: string },
): Promise<{ token: string } | undefined> {
  const { customerId, userId, action, code } = input;
  const confirmed = await inTransaction(deps.db, async (tx) => {
    const spent = await spendCode(tx, deps, { customerId, action }, code);
    if ('refusal' in spent || isTfaAction(action)) return { ...spent, answer: undefined };
    // Border: the payload of this action, as issueCode stored it.
    const request = { action, ...spent.payload } as MfaRequest;
    return { answer: await applyAction(tx, deps, { customerId, userId }, request) };
  });
  if ('refusal' in confirmed) throw new AppError(confirmed.refusal);
  return confirmed.answer;
}

/** Applies the action in the transaction that cleared its code. Returns the one-time token of `gift-card-purchase`. */
async function applyAction(tx: Tx, deps: Deps, caller: Caller, request: MfaRequest): Promise<{ token: string } | undefined> {
  const { customerId, userId } = caller;
  const at = deps.clock.now();
  switch (request.action) {
    case 'email-validation':
      if (await markEmailVerified(tx, { userId, at })) await welcomeInvestor(tx, deps, userId);
      return undefined;
    case 'mfa-enabled-update':
      await setSecondFactor(tx, { userId, enabled: request.enabled, at });
      await mailInvestor(tx, deps, {
        customerId,
        template: 'second-factor-changed',
        data: { enabled: request.enabled, changedAt: at.toString() },
      });
      return undefined;
    case 'email-update':
      await moveToNewEmail(tx, deps, caller, request.newEmail);
      return undefined;
    case 'password-update':
      await replacePassword(tx, deps, caller, request);
      return undefined;
    case 'gift-card-purchase':
      return { token: await createGiftCardToken(tx, deps, customerId, at) };
    case 'withdraw':
    case 'bank-account-creation':
    case 'profile-correction':
      return undefined;
  }
}

/**
 * Changes the address. The code was mailed to the new one, which is therefore verified; the old address and the provider are
 * notified.
 * Error: `session.email-already-used`.
 */
async function moveToNewEmail(tx: Tx, deps: Deps, { customerId, userId }: Caller, newEmail: string): Promise<void> {
  const before = await findUser(tx, userId);
  const { previousEmail } = await changeEmail(tx, { userId, newEmail, at: deps.clock.now() });
  await mailNotice(tx, deps, { customerId, to: previousEmail, template: 'email-changed' });
  if (before?.emailVerified === false) await welcomeInvestor(tx, deps, userId);
  // With the lock, a concurrent opening of the provider account either uses the new address or is visible here.
  const customer = await lockCustomer(tx, customerId);
  if (customer) await enqueueProviderUpdate(tx, deps, customer);
}

async function replacePassword(tx: Tx, deps: Deps, { customerId, userId }: Caller, request: PasswordUpdate): Promise<void> {
  await updatePasswordHash(tx, { userId, passwordHash: request.newPasswordArgon2Hash, at: deps.clock.now() });
  await endOtherSessions(tx, { userId, exceptSessionId: sessionIdOf(request.currentSessionId) });
  const user = await findUser(tx, userId);
  if (user) await mailNotice(tx, deps, { customerId, to: user.email, template: 'password-changed' });
}

async function mailNotice(
  tx: Tx,
  deps: Deps,
  notice: { customerId: CustomerId; to: string; template: 'email-changed' | 'password-changed' },
): Promise<void> {
  const customer = await findCustomer(tx, notice.customerId);
  await enqueueEmail(tx, deps, {
    to: notice.to,
    customerId: notice.customerId,
    template: notice.template,
    data: { changedAt: deps.clock.now().toString(), ...(customer?.firstName ? { firstName: customer.firstName } : {}) },
  });
}

async function createGiftCardToken(tx: Tx, deps: Deps, customerId: CustomerId, at: Temporal.Instant): Promise<string> {
  const token = newId();
  const expiresAt = at.add({ minutes: deps.config.GIFT_CARD_TOKEN_TTL_MINUTES });
  await insertGiftCardToken(tx, { sha256: digestOfToken(token), customerId, expiresAt, at });
  return token;
}
