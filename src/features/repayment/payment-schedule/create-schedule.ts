// POST /administration/property/payment-schedule/v2: the schedule of a property, once.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, sumOf } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, purseOf } from '../../../money/ledger/index.ts';
import { readSpvBalance, setConstructionBudget } from '../../projects/contract-budget/index.ts';
import { lockProperty, type PropertyRow, projectState, propertyCacheKey } from '../../projects/project-life/index.ts';
import { findSpv, isSpvCountry, type SpvRow } from '../../projects/spvs/index.ts';
import { askedTerms, wholeCents } from './asked-rules.ts';
import { dateOf } from './calendar-rules.ts';
import { computeSchedule } from './compute-schedule.ts';
import { CONFIG_INVALID, SCHEDULE_ALREADY_EXISTS, SPV_NOT_FOUND } from './errors.ts';
import { payEventsFromEscrow, type StoredEvent } from './pay-events-from-escrow.ts';
import { newEcheance } from './recompute-rules.ts';
import { findScheduleRow, readSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { NewSchedule, ScheduleView } from './schemas.ts';
import { SCHEDULE_VERBS } from './states.ts';
import type { ScheduleTerms } from './terms-rules.ts';
import { insertCapitalEvents, insertSchedule, writeEcheances } from './write-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'log' | 'payments'>;
type Creation = {
  schedule: NewSchedule;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. lock the property and check rows 1 to 6 of schedule.md#validation-of-a-configuration in their order; 2. if the body has another
 * construction budget, change it by the rules of contract-budget (A-contract-budget-2); 3. write the schedule (paid by wire at first),
 * its events and echeances; 4. audit. The SPV's balance is read at the provider between two transactions, and only for an increase.
 * Errors: `not-found` (property), the rows, `project.edit-contract-budget-decrease-after-transfer`,
 * `project.edit-contract-budget-increase-requires-provider-funds`, `project.provider-balance-unavailable`.
 */
export async function createSchedule(deps: Deps, input: Creation): Promise<ScheduleView> {
  const attempt = (balanceCents: Cents | undefined) =>
    inIdempotentTransaction(
      deps.db,
      input.idempotency,
      (tx) => create(tx, deps, input, balanceCents),
      (tried) => ('view' in tried ? { body: tried.view } : undefined),
    );
  const tried = await attempt(undefined);
  if ('view' in tried) return tried.view;
  const created = await attempt(await readSpvBalance(deps, tried.spvId, input.endUser));
  if ('view' in created) return created.view;
  throw new Error(`the balance of ${created.spvId} was read`);
}

/** The schedule; or, with nothing written, the SPV whose balance must be read first. */
async function create(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'log'>,
  { schedule, audit }: Creation,
  balanceCents: Cents | undefined,
): Promise<{ view: ScheduleView } | { spvId: SpvId }> {
  const { propertyId, echeancierConfig } = schedule;
  const at = deps.clock.now();
  const { property, spv } = await lockToSchedule(tx, propertyId);
  const { vatOverrideBps } = spv;
  const terms = askedTerms(echeancierConfig, deps.config, { path: 'body/echeancierConfig', vatOverrideBps });
  assertEscrow({ log: deps.log }, property, terms);
  const { administrator } = audit;
  const totalConstructionBudget = wholeCents(schedule.totalConstructionBudget);
  const budget = await setConstructionBudget(tx, { propertyId, totalConstructionBudget, administrator, balanceCents, at });
  if (!budget) return { spvId: spv.id };
  await store(tx, { ...schedule, terms, at });
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: { ...schedule }, at });
  const stored = await readSchedule(tx, propertyId);
  if (!stored) throw new Error(`the schedule of ${propertyId} was just written`);
  return { view: scheduleView(stored) };
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

/**
 * Once the funding has closed, the schedule's escrow must be covered by what was set aside. A difference from the property's escrow is
 * only logged, and the schedule's value is used (A-payment-schedule-11). Error: `echeancier-config-is-invalid`.
 */
function assertEscrow(
  { log }: Pick<AppDeps, 'log'>,
  { id, total_fund_escrow_cents: escrowCents, escrow_set_aside_cents: setAsideCents }: PropertyRow,
  { interestSequestreCents }: ScheduleTerms,
): void {
  if (setAsideCents !== null && interestSequestreCents > setAsideCents)
    throw new AppError(CONFIG_INVALID, {
      detail: `interestSequestre exceeds the escrow that the property set aside when its funding closed: ${setAsideCents} cents.`,
    });
  if (interestSequestreCents !== escrowCents)
    log.warn({ propertyId: id, interestSequestreCents, escrowCents }, "escrow of the schedule differs from the property's");
}

async function store(tx: Tx, schedule: NewSchedule & { terms: ScheduleTerms; at: Temporal.Instant }): Promise<void> {
  const { propertyId, terms, at } = schedule;
  const { spvCountry } = schedule.echeancierConfig;
  if (!isSpvCountry(spvCountry)) throw new Error('askedTerms refuses an unknown country');
  const inserted = await insertSchedule(tx, {
    property_id: propertyId,
    total_funded_amount_cents: terms.totalFundedAmountCents,
    initial_capital_loaned_date: dateOf(terms.startDay),
    initial_capital_loaned_cents: terms.initialCapitalCents,
    duration_in_months: terms.durationInMonths,
    annual_interest_rate: terms.interestRate,
    management_fees_rate: terms.managementFeesRate,
    spv_country: spvCountry,
    interest_sequestre_cents: terms.interestSequestreCents,
    created_at: at,
    updated_at: at,
  });
  if (!inserted) throw new AppError(SCHEDULE_ALREADY_EXISTS);
  const events = await insertCapitalEvents(tx, propertyId, terms.events, at);
  const echeances = computeSchedule(terms).map((computed) => newEcheance(newId(), propertyId, computed));
  await writeEcheances(tx, echeances, at);
  await payEscrowParts(tx, propertyId, events, at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}

/** Pays the events' parts out of the escrow. Error: `echeancier-config-is-invalid` when the project's ESCROW does not cover them. */
async function payEscrowParts(
  tx: Tx,
  propertyId: PropertyId,
  events: readonly StoredEvent[],
  at: Temporal.Instant,
): Promise<void> {
  const partsCents = sumOf(events.map((event) => event.interestSequestreCents));
  if (partsCents === 0) return;
  if (partsCents > (await lockBalance(tx, purseOf(propertyId, 'ESCROW'))))
    throw new AppError(CONFIG_INVALID, { detail: 'The escrow of the project does not hold what the events take from it.' });
  const schedule = await readSchedule(tx, propertyId);
  if (!schedule) throw new Error(`the schedule of ${propertyId} was just written`);
  await payEventsFromEscrow(tx, { before: schedule, after: schedule, events, at });
}
