// POST /administration/tax-rate-requests/:id/refuse: the default rate applies again from now on.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { REQUEST_ALREADY_REFUSED, REQUEST_WITHDRAWN } from './errors.ts';
import { mailRequest } from './mail-request.ts';
import { findRequest, markRefused } from './queries.ts';
import { toRequestView } from './request-view.ts';
import type { TaxRequest } from './schemas.ts';

/**
 * Also for validated requests (A-taxation-5). Tax that was withheld does not
 * change. Errors: `not-found`, `taxation.request.already-refused`,
 * `taxation.request.withdrawn`.
 */
export async function refuseRequest(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { requestId: string; reason: string | undefined; audit: RouteAudit },
): Promise<TaxRequest> {
  const { requestId, reason = null, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const isRefused = await markRefused(tx, requestId, { reason, at });
    const row = await findRequest(tx, requestId);
    if (!row) throw new AppError(NOT_FOUND, { detail: 'Tax-rate request not found' });
    if (row.status === 'withdrawn') throw new AppError(REQUEST_WITHDRAWN, { detail: 'The investor has withdrawn the request.' });
    if (!isRefused) throw new AppError(REQUEST_ALREADY_REFUSED, { detail: 'The request is refused already.' });
    const payload = { customerId: row.customerId, year: row.year, reason };
    await recordAdminAction(tx, { ...audit, target: { type: 'tax-rate-request', id: requestId }, payload, at });
    await mailRequest(tx, deps, { ...row, status: 'refused' });
    return toRequestView(row, deps.config);
  });
}
