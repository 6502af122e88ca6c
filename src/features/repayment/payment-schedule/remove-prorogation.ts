// DELETE /administration/property/:propertyId/payment-schedule/prorogation: takes the newest prorogation back.

import { recordAdminAction } from '../../../core/audit.ts';
import { percentageOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { dayOf } from './calendar-rules.ts';
import { PROROGATION_ALREADY_USED, PROROGATION_NOT_FOUND, SCHEDULE_NOT_FOUND } from './errors.ts';
import { followChange } from './follow-change.ts';
import { isProrogationUsed } from './prorogation-rules.ts';
import { isTouched, recomputedEcheances } from './recompute-rules.ts';
import { lockSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { ScheduleView } from './schemas.ts';
import { SCHEDULE_VERBS } from './states.ts';
import { termsOf } from './stored-rules.ts';
import { currentDuration } from './terms-rules.ts';
import { deleteProrogation, writeChanges } from './write-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type Removal = { propertyId: PropertyId; audit: RouteAudit };

/**
 * A-payment-schedule-13. Under the locks of property and schedule: its months go, and the echeance that was the last before is the last again. Errors, in this
 * order: `echeancier-not-found`, those of the project's state, `prorogation-not-found`, `prorogation-already-used`.
 */
export async function removeProrogation(deps: Deps, input: Removal): Promise<ScheduleView> {
  return inTransaction(deps.db, (tx) => remove(tx, deps, input));
}

async function remove(tx: Tx, deps: Omit<Deps, 'db'>, { propertyId, audit }: Removal): Promise<ScheduleView> {
  const at = deps.clock.now();
  const property = await lockProperty(tx, propertyId);
  const before = await lockSchedule(tx, propertyId);
  if (!property || !before) throw new AppError(SCHEDULE_NOT_FOUND);
  assertAllowed(SCHEDULE_VERBS['remove-prorogation'], projectState(property));
  const newest = before.prorogations.at(-1);
  if (!newest) throw new AppError(PROROGATION_NOT_FOUND);
  const without = { ...before, prorogations: before.prorogations.slice(0, -1) };
  const terms = termsOf(without, deps.config);
  const rows = before.echeances.map((row) => ({ ...row, isTouched: isTouched(row), endDay: dayOf(row.endDate) }));
  if (isProrogationUsed(terms, rows)) throw new AppError(PROROGATION_ALREADY_USED);
  const echeances = recomputedEcheances(without, terms, 1, newId);
  await deleteProrogation(tx, { propertyId, prorogation: newest, keptNumber: currentDuration(terms) });
  const updatedAt = await writeChanges(tx, before, echeances, at);
  const after = { ...without, echeances, updatedAt };
  await followChange(tx, deps, { before, after, at });
  const { durationInMonths, interestRate } = newest;
  const payload = { durationInMonths, interestRateDuringProrogation: interestRate === null ? null : percentageOf(interestRate) };
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  return scheduleView(after);
}
