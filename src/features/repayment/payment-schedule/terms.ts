// The terms of a stored schedule change: prorogations and their end, the mode of payment, and a recomputation.

import type { Config } from '../../../config/settings.ts';
import { recordAdminAction } from '../../../core/audit.ts';
import { percentageOf, rateOf } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, hasCode, INTERNAL_ERROR, VALIDATION_FAILED } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { listSddMandates, SPV_PROVIDER_WALLET_NOT_FOUND } from '../../projects/spvs/index.ts';
import { currentDuration, dayOf, type Prorogation } from '../schedule-computation/index.ts';
import { isTouched, recomputedEcheances, termsOf } from './change-rules.ts';
import { PROROGATION_ALREADY_USED, PROROGATION_NOT_FOUND, SCHEDULE_NOT_FOUND } from './errors.ts';
import { followChange } from './follow-change.ts';
import { isProrogationUsed, prorogationFault, SCHEDULE_VERBS } from './rules.ts';
import { findScheduleRow, lockSchedule, type Schedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import type { NewProrogation, PaymentMode, ScheduleView } from './schemas.ts';
import { deleteProrogation, insertProrogation, writeChanges, writePaymentMode } from './write-queries.ts';

/**
 * POST /administration/property/:propertyId/payment-schedule/prorogation: extends the schedule, perhaps at another rate.
 * Under the schedule's lock: checks the duration, adds the prorogation, and recomputes from the first echeance on. Errors
 * (schedule.md#prorogation): `echeancier-not-found`, then the two of the durations, nominal first.
 */
export async function prorogateSchedule(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: { propertyId: PropertyId; asked: NewProrogation; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<ScheduleView> {
  const { propertyId, asked } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const stored = await lockSchedule(tx, propertyId);
    if (!property || !stored) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(SCHEDULE_VERBS['prorogate-schedule'], projectState(property));
    const { schedule, prorogation } = prorogatedSchedule(stored, asked, deps.config);
    const { echeances } = schedule;
    await insertProrogation(tx, propertyId, prorogation, at);
    const updatedAt = await writeChanges(tx, stored, echeances, at);
    const after = { ...schedule, updatedAt };
    await followChange(tx, deps, { before: stored, after, at });
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload: { ...asked }, at });
    return scheduleView(after);
  });
}

/** `schedule` with the prorogation. Errors: the two of the durations, nominal first (schedule.md#prorogation). */
export function prorogatedSchedule(
  schedule: Schedule,
  asked: NewProrogation,
  config: Pick<Config, 'VAT_RATE_BPS'>,
): { schedule: Schedule; prorogation: Prorogation } {
  const { durationInMonths, interestRateDuringProrogation: percentage } = asked;
  const fault = prorogationFault(schedule, durationInMonths);
  if (fault !== undefined) throw new AppError(fault);
  const prorogation = { durationInMonths, interestRate: percentage === undefined ? null : rateOf(percentage) };
  const prorogated = { ...schedule, prorogations: [...schedule.prorogations, prorogation] };
  const echeances = recomputedEcheances(prorogated, termsOf(prorogated, config), 1, newId);
  return { schedule: { ...prorogated, echeances }, prorogation };
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type Removal = { propertyId: PropertyId; audit: RouteAudit };

/**
 * DELETE /administration/property/:propertyId/payment-schedule/prorogation: takes the newest prorogation back.
 * Under the locks of property and schedule: its months go, and the echeance that was the last before is the last again. Errors, in this
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

type ModeDeps = Pick<AppDeps, 'db' | 'clock' | 'payments'>;
type EndUser = { address: string; userAgent: string | undefined };

/**
 * The mandate must be usable for the SPV's wallet, which is checked at the provider first. Scheduled debits are
 * not changed. Errors (repayments.md#payment-mode): `echeancier-not-found`, `validation-failed` without such a mandate, `internal-error`
 * (provider).
 */
export async function setPaymentMode(
  deps: ModeDeps,
  input: { propertyId: PropertyId; mode: PaymentMode; endUser: EndUser; audit: RouteAudit },
): Promise<void> {
  const { propertyId, mode, endUser, audit } = input;
  const schedule = await findScheduleRow(deps.db, propertyId);
  if (!schedule) throw new AppError(SCHEDULE_NOT_FOUND);
  const providerMandateId = mode.paymentMode === 'wire' ? null : mode.providerMandateId;
  if (providerMandateId !== null && !(await isUsable(deps, schedule.spvId, providerMandateId, endUser))) {
    const reason = "is no usable mandate of the SPV's wallet";
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/providerMandateId', reason }] });
  }
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(SCHEDULE_VERBS['set-payment-mode'], projectState(property));
    const { paymentMode, dayOfMonth } = mode;
    await writePaymentMode(tx, propertyId, { paymentMode, providerMandateId, dayOfMonth, at });
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: { ...mode }, at });
  });
}

async function isUsable(deps: ModeDeps, spvId: SpvId | null, mandateId: number, endUser: EndUser): Promise<boolean> {
  if (spvId === null) return false;
  try {
    const mandates = await listSddMandates(deps, { id: spvId, endUser });
    return mandates.some(({ id, status }) => id === mandateId && status === 'usable');
  } catch (error) {
    if (hasCode(error, SPV_PROVIDER_WALLET_NOT_FOUND)) return false;
    throw error;
  }
}

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
