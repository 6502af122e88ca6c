// The schedule of a property is created, replaced or only simulated, and at the closing of the funding compared with what was collected.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, sumOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, purseOf } from '../../../money/ledger/index.ts';
import { readSpvBalance, setBudgetOfSchedule } from '../../projects/contract-budget/index.ts';
import { lockProperty, type PropertyRow, projectState, propertyCacheKey } from '../../projects/project-life/index.ts';
import { findSpv, lockSpv, type SpvRow } from '../../projects/spvs/index.ts';
import {
  type ClosingAmounts,
  CONFIG_INVALID,
  computeSchedule,
  currentDuration,
  differsFromPlan,
  planWithin,
  type ScheduleTerms,
  sequestreRemaining,
  withDuePeriod,
} from '../schedule-computation/index.ts';
import { payEventsFromEscrow } from './capital-events.ts';
import { newEcheance, recomputedEcheances, termColumns, termsOf } from './change-rules.ts';
import { NO_DECISION_WAITS, SCHEDULE_ALREADY_EXISTS, SCHEDULE_IN_USE, SCHEDULE_NOT_FOUND, SPV_NOT_FOUND } from './errors.ts';
import { followChange } from './follow-change.ts';
import { isInUse } from './queries.ts';
import { askedTerms, echeanceViews, SCHEDULE_VERBS, wholeCents } from './rules.ts';
import { findScheduleRow, lockSchedule, readWritten, type Schedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { NewSchedule, OtherSchedule, ScheduleConfig, ScheduleView, SimulatedEcheances } from './schemas.ts';
import {
  deleteEcheancesAfter,
  deleteEvents,
  deleteProrogations,
  insertCapitalEvents,
  insertSchedule,
  updateTerms,
  writeChanges,
  writeEcheances,
} from './write-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'log' | 'payments'>;
type Creation = {
  schedule: NewSchedule;
  endUser: EndUser;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST /administration/property/payment-schedule/v2: the schedule of a property, once.
 * 1. lock the property and check rows 1 to 6 of schedule.md#validation-of-a-configuration in their order; 2. if the body has another
 * escrow or construction budget, change it by the rules of contract-budget; 3. write the schedule (paid by wire at
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
    propertyId,
    administrator: audit.administrator,
    balanceCents,
    at,
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
    // The money of a royalty property is not a loan.
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/propertyId', reason: 'is a royalty property' }] });
  }
  if (await findScheduleRow(tx, propertyId)) throw new AppError(SCHEDULE_ALREADY_EXISTS);
  assertAllowed(SCHEDULE_VERBS['create-schedule'], projectState(property));
  const spv = property.spv_id === null ? undefined : await findSpv(tx, property.spv_id);
  if (!spv) throw new AppError(SPV_NOT_FOUND);
  return { property, spv };
}

type Replacement = { propertyId: PropertyId; schedule: OtherSchedule; endUser: EndUser; audit: RouteAudit };

/**
 * PUT /administration/property/:propertyId/payment-schedule: other terms for a schedule that is not in use.
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
    propertyId,
    administrator: audit.administrator,
    balanceCents,
    at,
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

/**
 * POST /administration/property/payment-schedule/simulation: the echeances of a configuration; nothing is stored.
 * Errors: rows 3 to 6 of schedule.md#validation-of-a-configuration.
 */
export async function simulateSchedule(deps: Pick<AppDeps, 'config'>, config: ScheduleConfig): Promise<SimulatedEcheances> {
  const terms = askedTerms(config, deps.config, { path: 'body', vatOverrideBps: null });
  // A simulated schedule has no ids, and the answer leaves them out: any will do.
  const [echeanceId, propertyId] = [newId<EcheanceId>(), newId<PropertyId>()];
  const echeances = computeSchedule(terms).map((computed) => newEcheance(echeanceId, propertyId, computed));
  const transferredCents = sumOf(terms.events.map((event) => event.interestSequestreCents));
  return echeanceViews(echeances, sequestreRemaining({ ...terms, transferredCents }));
}

/**
 * The terms of `config` for the locked property. Errors: rows 3 to 6 of schedule.md#validation-of-a-configuration, among row 6 those
 * that need the property: its SPV's country, what was collected, and what was set aside.
 */
function termsFor(
  { config, log }: Pick<AppDeps, 'config' | 'log'>,
  { property, spv }: { property: PropertyRow; spv: SpvRow },
  asked: ScheduleConfig,
): ScheduleTerms {
  const terms = askedTerms(asked, config, { path: 'body/echeancierConfig', vatOverrideBps: spv.vatOverrideBps });
  if (asked.spvCountry !== spv.country)
    throw new AppError(CONFIG_INVALID, { detail: `spvCountry differs from the country of the SPV: ${spv.country}.` });
  assertFunded(property, terms);
  assertEscrow(property, terms);
  const { total_fund_escrow_cents: escrowCents } = property;
  const { interestSequestreCents } = terms;
  if (interestSequestreCents !== escrowCents)
    log.warn(
      { propertyId: property.id, interestSequestreCents, escrowCents },
      "escrow of the schedule differs from the property's",
    );
  return terms;
}

/** A plan lends no more than is to be funded, a schedule after the closing no more than was collected. */
function assertFunded(property: PropertyRow, { totalFundedAmountCents }: ScheduleTerms): void {
  const { collected_cents: collectedCents, amount_to_fund_cents: targetCents } = property;
  const mostCents = collectedCents ?? targetCents;
  if (mostCents === null || totalFundedAmountCents <= mostCents) return;
  const what = collectedCents === null ? 'is to be funded' : 'was collected';
  throw new AppError(CONFIG_INVALID, { detail: `totalFundedAmount exceeds what ${what}: ${mostCents} cents.` });
}

/** Once the funding has closed, what was set aside covers the escrow (A-payment-schedule-11). */
function assertEscrow({ escrow_set_aside_cents: setAsideCents }: PropertyRow, { interestSequestreCents }: ScheduleTerms): void {
  if (setAsideCents !== null && interestSequestreCents > setAsideCents)
    throw new AppError(CONFIG_INVALID, {
      detail: `interestSequestre exceeds the escrow that the property set aside when its funding closed: ${setAsideCents} cents.`,
    });
}

/**
 * Writes events and echeances of terms that are stored, and pays the events' parts out of the escrow. Error:
 * `echeancier-config-is-invalid` when the project's ESCROW does not cover them.
 */
async function writeComputed(tx: Tx, propertyId: PropertyId, terms: ScheduleTerms, at: Temporal.Instant): Promise<void> {
  const dated = terms.events.map((event) => withDuePeriod(terms, event));
  const events = await insertCapitalEvents(tx, propertyId, dated, at);
  const echeances = computeSchedule(terms).map((computed) => newEcheance(newId(), propertyId, computed));
  await writeEcheances(tx, echeances, at);
  const partsCents = sumOf(events.map((event) => event.interestSequestreCents));
  if (partsCents === 0) return;
  if (partsCents > (await lockBalance(tx, purseOf(propertyId, 'ESCROW'))))
    throw new AppError(CONFIG_INVALID, { detail: 'The escrow of the project does not hold what the events take from it.' });
  const schedule = await readWritten(tx, propertyId);
  await payEventsFromEscrow(tx, { before: schedule, after: schedule, events, at });
}

type EndUser = { address: string; userAgent: string | undefined };

/** The schedule; or, with nothing written, the SPV whose balance must be read first. */
type Tried = { view: ScheduleView } | { spvId: SpvId };

/** Error: `project.provider-balance-unavailable`, beside those of `attempt`. */
async function withBalance(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  endUser: EndUser,
  attempt: (balanceCents: Cents | undefined) => Promise<Tried>,
): Promise<ScheduleView> {
  const tried = await attempt(undefined);
  if ('view' in tried) return tried.view;
  const done = await attempt(await readSpvBalance(deps, tried.spvId, endUser));
  if ('view' in done) return done.view;
  throw new Error(`the balance of ${done.spvId} was read`);
}

/**
 * With the property and `schedule` locked. A plan that differs waits for a decision from now on; what it lends above what was collected is
 * taken off at once, so that nobody is asked for, or paid, capital that was never there.
 */
export async function followClosing(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  { schedule, at, ...closing }: ClosingAmounts & { schedule: Schedule; at: Temporal.Instant },
): Promise<void> {
  const plan = termsOf(schedule, deps.config);
  if (!differsFromPlan(plan, closing)) return;
  const { propertyId } = schedule;
  const terms = { ...plan, ...planWithin(plan, closing) };
  await updateTerms(tx, propertyId, {
    total_funded_amount_cents: terms.totalFundedAmountCents,
    initial_capital_loaned_cents: terms.initialCapitalCents,
    interest_sequestre_cents: terms.interestSequestreCents,
    decision_since: at,
    planned_total_funded_cents: plan.totalFundedAmountCents,
    planned_initial_capital_cents: plan.initialCapitalCents,
    planned_interest_sequestre_cents: plan.interestSequestreCents,
  });
  await deleteEvents(tx, propertyId);
  const events = await insertCapitalEvents(tx, propertyId, terms.events, at);
  const echeances = recomputedEcheances(schedule, terms, 1, newId);
  await writeChanges(tx, schedule, echeances, at);
  const after = {
    ...schedule,
    totalFundedAmountCents: terms.totalFundedAmountCents,
    initialCapitalLoanedCents: terms.initialCapitalCents,
    interestSequestreCents: terms.interestSequestreCents,
    events,
    echeances,
  };
  await followChange(tx, deps, { before: schedule, after, at });
}

/**
 * POST /administration/property/:propertyId/payment-schedule/confirm: the schedule stays as the closing of the funding has made
 * it.
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
