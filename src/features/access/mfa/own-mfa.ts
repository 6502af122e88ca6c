// The second factor of an administrator's own sign-in, switched by a code like that of investors.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findUser, setSecondFactor } from '../session/index.ts';
import { spendCode } from './confirm-code.ts';
import { credentialChanged } from './credential-changed.ts';
import { MFA_ENABLED_PATCH_IS_SAME } from './errors.ts';
import { lockOrMakeContext } from './queries.ts';
import { issueCode } from './request-code.ts';
import { ownSwitch } from './rules.ts';

// PATCH /administration/mfa: an administrator asks to switch the second factor of their own sign-in; its confirm-code does it.

/**
 * Mails a code to the administrator.
 * Errors: `2fa.mfa-enabled.patch-is-same`, `2fa.too-many-attempts`, `2fa.asked-in-another-session`.
 */
export async function toggleOwnMfa(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  { enabled, sessionId, audit }: { enabled: boolean; sessionId: string; audit: RouteAudit },
): Promise<void> {
  const { administratorId } = audit.administrator;
  const user = await findUser(deps.db, administratorId);
  if (user?.twoFactorEnabled === enabled) throw new AppError(MFA_ENABLED_PATCH_IS_SAME);
  await inTransaction(deps.db, async (tx) => {
    const context = await lockOrMakeContext(tx, ownSwitch(administratorId));
    await issueCode(tx, deps, context, { payload: { enabled }, sessionId, by: 'owner' });
    const target = { type: 'administrator', id: administratorId };
    await recordAdminAction(tx, { ...audit, target, payload: { enabled }, at: deps.clock.now() });
  });
}

// POST /administration/mfa/confirm-code: switches the second factor of the administrator's own sign-in.

/**
 * One transaction takes the code, switches and notifies the administrator by mail.
 * Errors: `2fa.verification-code.no-verification-context`, `.wrong-code`, `.code-expired`.
 */
export async function confirmOwnMfa(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  { code, sessionId, audit }: { code: string; sessionId: string; audit: RouteAudit },
): Promise<{ enabled: boolean }> {
  const { administratorId: userId } = audit.administrator;
  const confirmed = await inTransaction(deps.db, async (tx) => {
    const spent = await spendCode(tx, deps, ownSwitch(userId), { code, sessionId });
    if ('refusal' in spent) return spent;
    if (!('payload' in spent)) throw new Error('a second factor is switched by one code');
    // Border: toggleOwnMfa stored it.
    const { enabled } = spent.payload as { enabled: boolean };
    const at = deps.clock.now();
    await setSecondFactor(tx, { userId, enabled, at });
    await recordAdminAction(tx, { ...audit, target: { type: 'administrator', id: userId }, payload: { enabled }, at });
    await credentialChanged(tx, deps, { userId, by: 'mfa-enabled-update', session: sessionId });
    return { enabled };
  });
  if ('refusal' in confirmed) throw new AppError(confirmed.refusal);
  return confirmed;
}
