// POST /administration/property/payment-schedule/v2: the schedule of a property, once.

import { recordAdminAction } from '../../core/audit.ts';
import { invalidate } from '../../core/cache.ts';
import { propertyCacheKey } from '../../core/cache-keys.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { askedTerms, wholeCents } from './asked-rules.ts';
import { dateOf } from './calendar-rules.ts';
import { computeSchedule } from './compute-schedule.ts';
import { SCHEDULE_ALREADY_EXISTS, SPV_NOT_FOUND } from './errors.ts';
import { lockPropertyToSchedule } from './queries.ts';
import { newEcheance } from './recompute-rules.ts';
import { findScheduleRow, readSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { NewSchedule, ScheduleView } from './schemas.ts';
import type { ScheduleTerms } from './terms-rules.ts';
import { insertCapitalEvents, insertSchedule, writeConstructionBudget, writeEcheances } from './write-queries.ts';

/**
 * 1. lock the property and check rows 1 to 6 of DOMAIN §1.6 in their order; 2. write the schedule, paid by wire until told
 * otherwise, its events and echeances, and the budget on the property; 3. audit. Errors: `not-found` (property), the rows.
 */
export async function createSchedule(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'log'>,
  input: { schedule: NewSchedule; audit: RouteAudit },
): Promise<ScheduleView> {
  const { propertyId, echeancierConfig } = input.schedule;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const escrowCents = await checkProperty(tx, propertyId);
    const terms = askedTerms(echeancierConfig, deps.config, 'body/echeancierConfig');
    if (terms.interestSequestreCents !== escrowCents) {
      const { interestSequestreCents } = terms;
      deps.log.warn({ propertyId, interestSequestreCents, escrowCents }, "escrow of the schedule differs from the property's");
    }
    await store(tx, { ...input.schedule, terms, at });
    const payload = { ...input.schedule };
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload, at });
    const schedule = await readSchedule(tx, propertyId);
    if (!schedule) throw new Error(`the schedule of ${propertyId} was just written`);
    return scheduleView(schedule);
  });
}

/** Rows 1 and 2; the property's escrow, cents. */
async function checkProperty(tx: Tx, propertyId: string): Promise<number> {
  const property = await lockPropertyToSchedule(tx, propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  if (property.investorContractType === 'royalty') {
    // A-payment-schedule-4: nobody owes a royalty property's money back.
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/propertyId', reason: 'is a royalty property' }] });
  }
  if (await findScheduleRow(tx, propertyId)) throw new AppError(SCHEDULE_ALREADY_EXISTS);
  if (property.spvId === null) throw new AppError(SPV_NOT_FOUND);
  return property.totalFundEscrowCents;
}

async function store(tx: Tx, schedule: NewSchedule & { terms: ScheduleTerms; at: Temporal.Instant }): Promise<void> {
  const { propertyId, terms, at } = schedule;
  const totalConstructionBudgetCents = wholeCents(schedule.totalConstructionBudget);
  const inserted = await insertSchedule(tx, {
    property_id: propertyId,
    total_funded_amount_cents: terms.totalFundedAmountCents,
    initial_capital_loaned_date: dateOf(terms.startDay),
    initial_capital_loaned_cents: terms.initialCapitalCents,
    duration_in_months: terms.durationInMonths,
    annual_interest_rate: terms.interestRate,
    management_fees_rate: terms.managementFeesRate,
    spv_country: schedule.echeancierConfig.spvCountry,
    interest_sequestre_cents: terms.interestSequestreCents,
    total_construction_budget_cents: totalConstructionBudgetCents,
    created_at: at,
    updated_at: at,
  });
  if (!inserted) throw new AppError(SCHEDULE_ALREADY_EXISTS);
  await insertCapitalEvents(tx, propertyId, terms.events, at);
  const echeances = computeSchedule(terms).map((computed) => newEcheance(newId(), propertyId, computed));
  await writeEcheances(tx, echeances, at);
  await writeConstructionBudget(tx, { id: propertyId, totalConstructionBudgetCents, at });
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}
