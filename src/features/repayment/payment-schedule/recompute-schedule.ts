// POST /administration/property/:propertyId/payment-schedule/recompute-from-echeance: for one administrator alone.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, INTERNAL_ERROR } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { recomputedEcheances, termsOf } from './change-rules.ts';
import { followChange } from './follow-change.ts';
import { SCHEDULE_VERBS } from './rules.ts';
import { lockSchedule, type Schedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { ScheduleView } from './schemas.ts';
import { writeChanges } from './write-queries.ts';

/** Recomputes from the echeance of `period` on. Errors: `forbidden`, else `internal-error` (schedule.md#recomputation). */
export async function recomputeSchedule(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { propertyId: PropertyId; period: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
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

/**
 * Locks the schedule, recomputes it except echeances with payments or fees, writes the changes, and adjusts money and debits. Returns the
 * new schedule; undefined when the property has none, or no echeance has that period.
 */
async function recomputeFrom(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  input: { propertyId: PropertyId; period: string; at: Temporal.Instant },
): Promise<Schedule | undefined> {
  const property = await lockProperty(tx, input.propertyId);
  const schedule = await lockSchedule(tx, input.propertyId);
  const from = schedule?.echeances.find(({ period }) => period === input.period);
  if (!property || !schedule || !from) return undefined;
  assertAllowed(SCHEDULE_VERBS['recompute-schedule'], projectState(property));
  const echeances = recomputedEcheances(schedule, termsOf(schedule, deps.config), from.number, newId);
  const updatedAt = await writeChanges(tx, schedule, echeances, input.at);
  const after = { ...schedule, echeances, updatedAt };
  await followChange(tx, deps, { before: schedule, after, at: input.at });
  return after;
}
