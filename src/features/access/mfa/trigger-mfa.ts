// POST /auth/mfa/trigger-mfa: starts the flow of one action for the caller.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { ACCEPTABLE_HASH, isAcceptablePasswordHash } from '../session/index.ts';
import { requestCode } from './request-code.ts';
import type { MfaRequest } from './rules.ts';

/**
 * Mails the code of the action. `newPasswordArgon2Hash` must be an Argon2id PHC string of bounded cost, and `newEmail` must
 * differ from the caller's address. Errors: `validation-failed`, `2fa.too-many-attempts`.
 */
export async function triggerMfa(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  caller: { customerId: CustomerId; email: string },
  request: MfaRequest,
): Promise<void> {
  if (request.action === 'password-update' && !isAcceptablePasswordHash(request.newPasswordArgon2Hash))
    throw refused('newPasswordArgon2Hash', ACCEPTABLE_HASH);
  if (request.action !== 'email-update') return requestCode(deps, caller.customerId, request);
  const newEmail = request.newEmail.toLowerCase();
  if (newEmail === caller.email.toLowerCase()) throw refused('newEmail', 'is your address already');
  return requestCode(deps, caller.customerId, { action: 'email-update', newEmail });
}

function refused(field: string, reason: string): AppError {
  return new AppError(VALIDATION_FAILED, { faults: [{ path: `body/${field}`, reason }] });
}
