// POST /administration/property/:propertyId/payment-schedule/capital-event: keeps what the simulation showed.

import { recordAdminAction } from '../../core/audit.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { lockSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import { scheduleWithEvent } from './schedule-with-event.ts';
import type { NewCapitalEvent, ScheduleView } from './schemas.ts';
import { insertCapitalEvents, writeChanges } from './write-queries.ts';

/** Checks under the schedule's lock, writes the event and what it changes, audits. Errors: those of the simulation. */
export async function addCapitalEvent(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: { propertyId: string; asked: NewCapitalEvent; audit: RouteAudit },
): Promise<ScheduleView> {
  const { propertyId, asked } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const stored = await lockSchedule(tx, propertyId);
    const { schedule, event } = scheduleWithEvent(stored, asked, deps.config);
    await insertCapitalEvents(tx, propertyId, [event], at);
    const updatedAt = await writeChanges(tx, { propertyId, echeances: stored?.echeances ?? [] }, schedule.echeances, at);
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload: { ...asked }, at });
    return scheduleView({ ...schedule, updatedAt });
  });
}
