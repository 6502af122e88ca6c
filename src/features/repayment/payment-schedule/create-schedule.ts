// POST /administration/property/payment-schedule/v2: the schedule of a property, once.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { setBudgetOfSchedule } from '../../projects/contract-budget/index.ts';
import { lockProperty, type PropertyRow, projectState, propertyCacheKey } from '../../projects/project-life/index.ts';
import { findSpv, type SpvRow } from '../../projects/spvs/index.ts';
import { wholeCents } from './asked-rules.ts';
import { SCHEDULE_ALREADY_EXISTS, SPV_NOT_FOUND } from './errors.ts';
import { findScheduleRow, readWritten } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { NewSchedule, ScheduleView } from './schemas.ts';
import { SCHEDULE_VERBS } from './states.ts';
import { termColumns } from './stored-rules.ts';
import { termsFor } from './terms-for.ts';
import { type EndUser, type Tried, withBalance } from './with-balance.ts';
import { writeComputed } from './write-computed.ts';
import { insertSchedule } from './write-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'log' | 'payments'>;
type Creation = {
  schedule: NewSchedule;
  endUser: EndUser;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. lock the property and check rows 1 to 6 of schedule.md#validation-of-a-configuration in their order; 2. if the body has another
 * escrow or construction budget, change it by the rules of contract-budget (A-contract-budget-2); 3. write the schedule (paid by wire at
 * first), its events and echeances; 4. audit. The SPV's balance is read at the provider between two transactions, and only for an increase.
 * Errors: `not-found` (property), the rows, `project.edit-contract-budget-decrease-after-transfer`,
 * `project.edit-contract-budget-increase-requires-provider-funds`, `project.provider-balance-unavailable`.
 */
export async function createSchedule(deps: Deps, input: Creation): Promise<ScheduleView> {
  return withBalance(deps, input.endUser, (balanceCents) =>
    inIdempotentTransaction(
      deps.db,
      input.idempotency,
      (tx) => create(tx, deps, input, balanceCents),
      (tried) => ('view' in tried ? { body: tried.view } : undefined),
    ),
  );
}

async function create(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'log'>,
  { schedule, audit }: Creation,
  balanceCents: Cents | undefined,
): Promise<Tried> {
  const { propertyId, echeancierConfig } = schedule;
  const at = deps.clock.now();
  const { property, spv } = await lockToSchedule(tx, propertyId);
  const terms = termsFor({ config: deps.config, log: deps.log }, { property, spv }, echeancierConfig);
  const budget = await setBudgetOfSchedule(tx, {
    ...{ propertyId, administrator: audit.administrator, balanceCents, at },
    totalFundEscrow: terms.interestSequestreCents,
    totalConstructionBudget: wholeCents(schedule.totalConstructionBudget),
  });
  if (!budget) return { spvId: spv.id };
  if (!(await insertSchedule(tx, { property_id: propertyId, created_at: at, ...termColumns(terms, at) })))
    throw new AppError(SCHEDULE_ALREADY_EXISTS);
  await writeComputed(tx, propertyId, terms, at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: { ...schedule }, at });
  return { view: scheduleView(await readWritten(tx, propertyId)) };
}

/** Rows 1 and 2, with the property locked. */
async function lockToSchedule(tx: Tx, propertyId: PropertyId): Promise<{ property: PropertyRow; spv: SpvRow }> {
  const property = await lockProperty(tx, propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  if (property.investor_contract_type === 'royalty') {
    // A-payment-schedule-4: the money of a royalty property is not a loan.
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/propertyId', reason: 'is a royalty property' }] });
  }
  if (await findScheduleRow(tx, propertyId)) throw new AppError(SCHEDULE_ALREADY_EXISTS);
  assertAllowed(SCHEDULE_VERBS['create-schedule'], projectState(property));
  const spv = property.spv_id === null ? undefined : await findSpv(tx, property.spv_id);
  if (!spv) throw new AppError(SPV_NOT_FOUND);
  return { property, spv };
}
