// POST /administration/property/:propertyId/payment-schedule/prorogation: extends the schedule, perhaps at another rate.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { SCHEDULE_NOT_FOUND } from './errors.ts';
import { followChange } from './follow-change.ts';
import { prorogatedSchedule } from './prorogated-schedule.ts';
import { lockSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { NewProrogation, ScheduleView } from './schemas.ts';
import { SCHEDULE_VERBS } from './states.ts';
import { insertProrogation, writeChanges } from './write-queries.ts';

/**
 * Under the schedule's lock: checks the duration, adds the prorogation, and recomputes from the first echeance on. Errors
 * (schedule.md#prorogation): `echeancier-not-found`, then the two of the durations, nominal first.
 */
export async function prorogateSchedule(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { propertyId: PropertyId; asked: NewProrogation; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<ScheduleView> {
  const { propertyId, asked } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const stored = await lockSchedule(tx, propertyId);
    if (!property || !stored) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(SCHEDULE_VERBS['prorogate-schedule'], projectState(property));
    const { schedule, prorogation } = prorogatedSchedule(stored, asked, deps.config);
    const { echeances } = schedule;
    await insertProrogation(tx, propertyId, prorogation, at);
    const updatedAt = await writeChanges(tx, stored, echeances, at);
    const after = { ...schedule, updatedAt };
    await followChange(tx, deps, { before: stored, after, at });
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload: { ...asked }, at });
    return scheduleView(after);
  });
}
