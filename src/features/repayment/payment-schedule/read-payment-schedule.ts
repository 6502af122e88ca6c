// GET /administration/property/:propertyId/payment-schedule.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { ScheduleView } from './schemas.ts';

/** The stored schedule, everything derived now. Error: `not-found` when the property has none (schedule.md#creating-a-schedule). */
export async function readPaymentSchedule(deps: Pick<AppDeps, 'db'>, propertyId: string): Promise<ScheduleView> {
  const schedule = await readSchedule(deps.db, propertyId);
  if (!schedule) throw new AppError(NOT_FOUND, { detail: 'Payment schedule not found' });
  return scheduleView(schedule);
}
