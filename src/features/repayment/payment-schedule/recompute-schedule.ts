// POST /administration/property/:propertyId/payment-schedule/recompute-from-echeance: for one administrator alone.

import { recordAdminAction } from '../../../core/audit.ts';
import { AppError, FORBIDDEN, INTERNAL_ERROR } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { recomputeFrom } from './recompute-from.ts';
import { scheduleView } from './schedule-view.ts';
import type { ScheduleView } from './schemas.ts';

/**
 * Computes again from the echeance of `period` on. Errors: `forbidden`; `internal-error` for whatever else
 * (schedule.md#recomputation).
 */
export async function recomputeSchedule(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { propertyId: string; period: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<ScheduleView> {
  const { propertyId, period, audit } = input;
  if (audit.administrator.email.toLowerCase() !== deps.config.RECOMPUTE_ADMIN_EMAIL.toLowerCase()) throw new AppError(FORBIDDEN);
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const schedule = await recomputeFrom(tx, deps, { propertyId, period, at });
    if (!schedule) throw new AppError(INTERNAL_ERROR);
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: { period }, at });
    return scheduleView(schedule);
  });
}
