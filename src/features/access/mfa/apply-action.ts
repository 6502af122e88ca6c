// What a confirmed code lets happen, action by action (access.md#confirming-a-code).

import type { Tx } from '../../../core/db/transaction.ts';
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
import { digestOfToken, type MfaRequest, sessionIdOf } from './rules.ts';

type Deps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;
type PasswordUpdate = Extract<MfaRequest, { action: 'password-update' }>;
type Caller = { customerId: string; userId: string };

/** Applies the action in the transaction that used up its code. Answers the one-shot token of `gift-card-purchase`. */
export async function applyAction(
  tx: Tx,
  deps: Deps,
  caller: Caller,
  request: MfaRequest,
): Promise<{ token: string } | undefined> {
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
      return { token: await giveGiftCardToken(tx, deps, customerId, at) };
    case 'withdraw':
    case 'bank-account-creation':
    case 'profile-correction':
      return undefined;
  }
}

/**
 * The code went to the new address, so it is proven, be it the first; the old one and the provider are told. Error:
 * `session.email-already-used`.
 */
async function moveToNewEmail(tx: Tx, deps: Deps, { customerId, userId }: Caller, newEmail: string): Promise<void> {
  const before = await findUser(tx, userId);
  const { previousEmail } = await changeEmail(tx, { userId, newEmail, at: deps.clock.now() });
  await tellOfChange(tx, deps, { customerId, to: previousEmail, template: 'email-changed' });
  if (before?.emailVerified === false) await welcomeInvestor(tx, deps, userId);
  // Locked: whoever opens the account at this moment sees the new address, or we see the account.
  const customer = await lockCustomer(tx, customerId);
  if (customer) await enqueueProviderUpdate(tx, deps, customer);
}

async function replacePassword(tx: Tx, deps: Deps, { customerId, userId }: Caller, request: PasswordUpdate): Promise<void> {
  await updatePasswordHash(tx, { userId, passwordHash: request.newPasswordArgon2Hash, at: deps.clock.now() });
  await endOtherSessions(tx, { userId, exceptSessionId: sessionIdOf(request.currentSessionId) });
  const user = await findUser(tx, userId);
  if (user) await tellOfChange(tx, deps, { customerId, to: user.email, template: 'password-changed' });
}

async function tellOfChange(
  tx: Tx,
  deps: Deps,
  notice: { customerId: string; to: string; template: 'email-changed' | 'password-changed' },
): Promise<void> {
  const customer = await findCustomer(tx, notice.customerId);
  await enqueueEmail(tx, deps, {
    to: notice.to,
    template: notice.template,
    data: { changedAt: deps.clock.now().toString(), ...(customer?.firstName ? { firstName: customer.firstName } : {}) },
  });
}

async function giveGiftCardToken(tx: Tx, deps: Deps, customerId: string, at: Temporal.Instant): Promise<string> {
  const token = newId();
  const expiresAt = at.add({ minutes: deps.config.GIFT_CARD_TOKEN_TTL_MINUTES });
  await insertGiftCardToken(tx, { sha256: digestOfToken(token), customerId, expiresAt, at });
  return token;
}
