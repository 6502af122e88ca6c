// PATCH /administration/property/:propertyId/payment-schedule/simulation/capital-event: shown, not stored.

import type { AppDeps } from '../../../deps.ts';
import { purseOf, readBalance } from '../../../money/ledger/index.ts';
import { readSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import { scheduleWithEvent } from './schedule-with-event.ts';
import type { NewCapitalEvent, ScheduleView } from './schemas.ts';

/** The schedule as it would be. Errors: `echeancier-not-found` and the other rows of schedule.md#capital-events. */
export async function simulateCapitalEvent(
  deps: Pick<AppDeps, 'db' | 'config'>,
  input: { propertyId: string; asked: NewCapitalEvent },
): Promise<ScheduleView> {
  const { propertyId, asked } = input;
  const heldCents = await readBalance(deps.db, purseOf(propertyId, 'ESCROW'));
  const schedule = await readSchedule(deps.db, propertyId);
  return scheduleView(scheduleWithEvent(schedule, asked, { config: deps.config, heldCents }).paid);
}
