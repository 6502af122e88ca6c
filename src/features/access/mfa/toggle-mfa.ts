// PATCH /auth/mfa: requests to switch the second factor at sign-in on or off; confirm-code applies it.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findUser } from '../session/index.ts';
import { MFA_ENABLED_PATCH_IS_SAME } from './errors.ts';
import { requestCode } from './request-code.ts';

/** Mails the code of `mfa-enabled-update`. Errors: `2fa.mfa-enabled.patch-is-same`, `2fa.too-many-attempts`. */
export async function toggleMfa(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { customerId: CustomerId; userId: string; enabled: boolean },
): Promise<void> {
  const user = await findUser(deps.db, input.userId);
  if (user?.twoFactorEnabled === input.enabled) throw new AppError(MFA_ENABLED_PATCH_IS_SAME);
  await requestCode(deps, input.customerId, { action: 'mfa-enabled-update', enabled: input.enabled });
}
