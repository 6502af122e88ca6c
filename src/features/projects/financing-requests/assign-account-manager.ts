// PATCH /administration/project-financing-request/:id/account-manager: the platform's account manager of a request.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { setAccountManager } from './queries.ts';
import { toFinancingRequest } from './request-view.ts';
import type { AccountManager, FinancingRequest } from './schemas.ts';

/** Null removes the account manager; assigning the present one again succeeds. Error: `not-found`. */
export async function assignAccountManager(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { id: string; accountManager: AccountManager | null; audit: RouteAudit },
): Promise<FinancingRequest> {
  const { id, accountManager, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const row = await setAccountManager(tx, id, { accountManager, at });
    if (row === undefined) throw new AppError(NOT_FOUND);
    const payload = { email: accountManager?.email ?? null };
    await recordAdminAction(tx, { ...audit, target: { type: 'project-financing-request', id }, payload, at });
    return toFinancingRequest(row);
  });
}
