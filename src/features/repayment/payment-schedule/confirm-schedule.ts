// POST /administration/property/:propertyId/payment-schedule/confirm: the schedule stays as the closing of the funding has made it.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { NO_DECISION_WAITS, SCHEDULE_NOT_FOUND } from './errors.ts';
import { lockSchedule, readWritten } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { ScheduleView } from './schemas.ts';
import { SCHEDULE_VERBS } from './states.ts';
import { updateTerms } from './write-queries.ts';

/**
 * Writes that nothing waits for a decision any more (A-payment-schedule-14); the audit row keeps what was planned. Errors: those of the
 * table.
 */
export async function confirmSchedule(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { propertyId, audit }: { propertyId: PropertyId; audit: RouteAudit },
): Promise<ScheduleView> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const schedule = await lockSchedule(tx, propertyId);
    if (!property || !schedule) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(SCHEDULE_VERBS['confirm-schedule'], projectState(property));
    const { decision } = scheduleView(schedule);
    if (decision === null) throw new AppError(NO_DECISION_WAITS);
    await updateTerms(tx, propertyId, { updated_at: at });
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: { ...decision }, at });
    return scheduleView(await readWritten(tx, propertyId));
  });
}
