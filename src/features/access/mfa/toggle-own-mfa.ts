// PATCH /administration/mfa: an administrator asks to switch the second factor of their own sign-in; its confirm-code does it.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findUser } from '../session/index.ts';
import { MFA_ENABLED_PATCH_IS_SAME } from './errors.ts';
import { issueCode } from './issue-code.ts';
import { lockOrMakeContext } from './queries.ts';
import { ownSwitch } from './rules.ts';

/** Mails a code to the administrator. Errors: `2fa.mfa-enabled.patch-is-same`, `2fa.too-many-attempts`. */
export async function toggleOwnMfa(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  { enabled, audit }: { enabled: boolean; audit: RouteAudit },
): Promise<void> {
  const { administratorId } = audit.administrator;
  const user = await findUser(deps.db, administratorId);
  if (user?.twoFactorEnabled === enabled) throw new AppError(MFA_ENABLED_PATCH_IS_SAME);
  await inTransaction(deps.db, async (tx) => {
    await issueCode(tx, deps, await lockOrMakeContext(tx, ownSwitch(administratorId)), { enabled });
    const target = { type: 'administrator', id: administratorId };
    await recordAdminAction(tx, { ...audit, target, payload: { enabled }, at: deps.clock.now() });
  });
}
