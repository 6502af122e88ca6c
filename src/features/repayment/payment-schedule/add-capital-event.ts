// POST /administration/property/:propertyId/payment-schedule/capital-event: stores a capital event.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, purseOf } from '../../../money/ledger/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { SCHEDULE_NOT_FOUND } from './errors.ts';
import { resizeDebits } from './jobs.ts';
import { payEventsFromEscrow } from './pay-events-from-escrow.ts';
import { lockSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import { scheduleWithEvent } from './schedule-with-event.ts';
import type { NewCapitalEvent, ScheduleView } from './schemas.ts';
import { SCHEDULE_VERBS } from './states.ts';
import { insertCapitalEvents, writeChanges } from './write-queries.ts';

/**
 * Under the schedule's lock: checks, writes the event, the changed echeances and the payment out of the escrow, and audits; jobs change
 * scheduled debits. Errors: those of the simulation.
 */
export async function addCapitalEvent(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { propertyId: PropertyId; asked: NewCapitalEvent; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<ScheduleView> {
  const { propertyId, asked } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const before = await lockSchedule(tx, propertyId);
    if (!property || !before) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(SCHEDULE_VERBS['add-capital-event'], projectState(property));
    const heldCents = await lockBalance(tx, purseOf(propertyId, 'ESCROW'));
    const { schedule, event } = scheduleWithEvent(before, asked, { config: deps.config, heldCents });
    const stored = await insertCapitalEvents(tx, propertyId, [event], at);
    const updatedAt = await writeChanges(tx, before, schedule.echeances, at);
    const events = schedule.events.flatMap((one) => (one === event ? stored : [one]));
    const after = await payEventsFromEscrow(tx, { before, after: { ...schedule, events }, events: stored, at });
    await resizeDebits(tx, deps, { before, after });
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload: { ...asked }, at });
    return scheduleView({ ...after, updatedAt });
  });
}
