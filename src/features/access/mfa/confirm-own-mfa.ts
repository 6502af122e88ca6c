// POST /administration/mfa/confirm-code: switches the second factor of the administrator's own sign-in.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { setSecondFactor } from '../session/index.ts';
import { credentialChanged } from './credential-changed.ts';
import { ownSwitch } from './rules.ts';
import { spendCode } from './spend-code.ts';

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
    const spent = await spendCode(tx, deps, ownSwitch(userId), code);
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
