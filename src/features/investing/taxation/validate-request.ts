// POST /administration/tax-rate-requests/:id/validate: the declared rate applies from now on.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { REQUEST_ALREADY_VALIDATED, REQUEST_WITHDRAWN } from './errors.ts';
import { mailRequest } from './mail-request.ts';
import { findRequest, markValidated } from './queries.ts';
import { toRequestView } from './request-view.ts';
import type { TaxRequest } from './schemas.ts';

/** Also for refused requests (A-taxation-5). Errors: `not-found`, `taxation.request.already-validated`, `taxation.request.withdrawn`. */
export async function validateRequest(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { requestId: string; audit: RouteAudit },
): Promise<TaxRequest> {
  const { requestId, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const isValidated = await markValidated(tx, requestId, at);
    const row = await findRequest(tx, requestId);
    if (!row) throw new AppError(NOT_FOUND, { detail: 'Tax-rate request not found' });
    if (row.status === 'withdrawn') throw new AppError(REQUEST_WITHDRAWN, { detail: 'The investor has withdrawn the request.' });
    if (!isValidated) throw new AppError(REQUEST_ALREADY_VALIDATED, { detail: 'The request is validated already.' });
    const payload = { customerId: row.customerId, year: row.year };
    await recordAdminAction(tx, { ...audit, target: { type: 'tax-rate-request', id: requestId }, payload, at });
    await mailRequest(tx, deps, { ...row, status: 'validated' });
    return toRequestView(row, deps.config);
  });
}
