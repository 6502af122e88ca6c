// PUT /administration/property/:propertyId/payment-schedule: other terms for a schedule that is not in use.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { setBudgetOfSchedule } from '../../projects/contract-budget/index.ts';
import { lockProperty, projectState, propertyCacheKey } from '../../projects/project-life/index.ts';
import { lockSpv } from '../../projects/spvs/index.ts';
import { wholeCents } from './asked-rules.ts';
import { SCHEDULE_IN_USE, SCHEDULE_NOT_FOUND, SPV_NOT_FOUND } from './errors.ts';
import { lockSchedule, readWritten } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { OtherSchedule, ScheduleView } from './schemas.ts';
import { SCHEDULE_VERBS } from './states.ts';
import { termColumns } from './stored-rules.ts';
import { termsFor } from './terms-for.ts';
import { currentDuration } from './terms-rules.ts';
import { isInUse } from './use-queries.ts';
import { type EndUser, type Tried, withBalance } from './with-balance.ts';
import { writeComputed } from './write-computed.ts';
import { deleteEcheancesAfter, deleteEvents, deleteProrogations, updateTerms } from './write-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'log' | 'payments'>;
type Replacement = { propertyId: PropertyId; schedule: OtherSchedule; endUser: EndUser; audit: RouteAudit };

/**
 * 1. lock property, SPV and schedule, so that nothing is assigned, ordered or taken meanwhile; 2. refuse a schedule in use, then what a
 * creation would refuse; 3. write the terms over the old ones: events and prorogations are new, an echeance keeps its id by its number,
 * the mode of payment stays, and no decision waits any more; 4. audit with the terms before. Errors: those of the table.
 */
export async function replaceSchedule(deps: Deps, input: Replacement): Promise<ScheduleView> {
  return withBalance(deps, input.endUser, (balanceCents) =>
    inTransaction(deps.db, (tx) => replace(tx, deps, input, balanceCents)),
  );
}

async function replace(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'log'>,
  { propertyId, schedule, audit }: Replacement,
  balanceCents: Cents | undefined,
): Promise<Tried> {
  const at = deps.clock.now();
  const property = await lockProperty(tx, propertyId);
  const spv = property?.spv_id == null ? undefined : await lockSpv(tx, property.spv_id);
  const before = await lockSchedule(tx, propertyId);
  if (!property || !before) throw new AppError(SCHEDULE_NOT_FOUND);
  assertAllowed(SCHEDULE_VERBS['replace-schedule'], projectState(property));
  const last = schedule.echeancierConfig.durationInMonths;
  if (await isInUse(tx, propertyId, { last })) throw new AppError(SCHEDULE_IN_USE);
  if (!spv) throw new AppError(SPV_NOT_FOUND);
  const terms = termsFor({ config: deps.config, log: deps.log }, { property, spv }, schedule.echeancierConfig);
  const budget = await setBudgetOfSchedule(tx, {
    ...{ propertyId, administrator: audit.administrator, balanceCents, at },
    totalFundEscrow: terms.interestSequestreCents,
    totalConstructionBudget: wholeCents(schedule.totalConstructionBudget),
  });
  if (!budget) return { spvId: spv.id };
  await deleteEvents(tx, propertyId);
  await deleteProrogations(tx, propertyId);
  await deleteEcheancesAfter(tx, propertyId, currentDuration(terms));
  await updateTerms(tx, propertyId, termColumns(terms, at));
  await writeComputed(tx, propertyId, terms, at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
  const payload = { before: scheduleView(before).config, after: { ...schedule } };
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  return { view: scheduleView(await readWritten(tx, propertyId)) };
}
