// A direct debit for an echeance: its intent, its order at the provider, and its cancellation.

import { recordAdminAction } from '../../../core/audit.ts';
import { parisDate } from '../../../core/dates.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import type { DirectDebit, DirectDebitOrder, ProviderResult } from '../../../providers/payments/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import { ECHEANCE_NOT_FOUND, type EcheanceRow, lockSchedule, type Schedule } from '../payment-schedule/index.ts';
import { type DerivedEcheance, deriveEcheance } from '../schedule-computation/index.ts';
import { FAILED_AT_PROVIDER, MUST_BE_SCHEDULED, NOT_DIRECT_DEBIT } from './errors.ts';
import { changeDebit, type DebitRow, findOpenDebit, insertDebit, lockDebit } from './queries.ts';
import { collectionDate, DEBIT_VERBS, ECHEANCE_VERBS, echeanceState, newCollectionDate } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>;
type ProgramDebit = AskedEcheance & { audit: RouteAudit };

/**
 * PUT .../program-unscheduled-mensualite-payment: a direct debit for what an echeance still lacks.
 * 1. under the lock of the schedule: check, in the order of the table, and write the intent with the audit row; 2. order the debit at
 * the provider; 3. write the outcome. Without an answer it stays `creating`: the status job asks the provider by reference, and
 * nothing is ordered twice. A debit that the job gave up before the provider accepted it is cancelled there.
 * Errors: those of the table.
 */
export async function programDebit(deps: Deps, input: ProgramDebit): Promise<undefined> {
  const order = await inTransaction(deps.db, (tx) => writeIntent(tx, deps, input));
  const { result, cause } = await orderDebit(deps, order);
  if (result !== 'scheduled') throw new AppError(FAILED_AT_PROVIDER, { cause });
  return undefined;
}

async function writeIntent(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config'>, input: ProgramDebit): Promise<DirectDebitOrder> {
  const { schedule, echeance } = await lockUnpaidEcheance(tx, input, 'program-debit');
  const { paymentMode, providerMandateId: mandateId, spvId } = schedule;
  if (paymentMode !== 'directDebit' || mandateId === null) throw new AppError(NOT_DIRECT_DEBIT);
  const accountId = spvId === null ? null : await findSpvAccount(tx, spvId);
  if (accountId === null) throw new AppError(FAILED_AT_PROVIDER, { cause: 'the SPV has no wallet' });
  return intendDebit(tx, deps, { schedule, echeance, accountId, mandateId, audit: input.audit });
}

type UnprogramDebit = AskedEcheance & { audit: RouteAudit };

/**
 * PUT .../unprogram-scheduled-mensualite-payment: the scheduled debit of an echeance is cancelled.
 * 1. scheduled to canceling under the lock of the schedule, with the audit row; 2. cancel at the provider; 3. canceled. When it is refused
 * (collected meanwhile) the debit is scheduled again, and the status job settles it. Without an answer it stays canceling until the
 * status job reads it. Errors: those of the table.
 */
export async function unprogramDebit(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>,
  input: UnprogramDebit,
): Promise<undefined> {
  const debit = await inTransaction(deps.db, (tx) => beginCancel(tx, deps, input));
  const { result, cause } = await cancelDebit(deps, debit);
  const at = deps.clock.now();
  // `scheduled`: the status job read it before the provider had answered.
  const from = ['canceling', 'scheduled'] as const;
  const to = result === 'canceled' ? 'canceled' : 'scheduled';
  if (result !== 'unknown') await inTransaction(deps.db, (tx) => changeDebit(tx, debit.id, { from, to, at }));
  if (result !== 'canceled') throw new AppError(FAILED_AT_PROVIDER, { cause });
  return undefined;
}

async function beginCancel(tx: Tx, { clock }: Pick<AppDeps, 'clock'>, input: UnprogramDebit): Promise<DebitRow> {
  const { open } = await lockUnpaidEcheance(tx, input, 'unprogram-debit');
  const at = clock.now();
  if (!open || !(await changeDebit(tx, open.id, { from: ['scheduled'], to: 'canceling', at })))
    throw new AppError(MUST_BE_SCHEDULED);
  await auditDebit(tx, open, input.audit, at);
  return open;
}

/** `unknown`: no answer, the status job asks by reference. `given-up`: by the status job, so it was cancelled. */
type Ordered = { result: 'scheduled' | 'refused' | 'unknown' | 'given-up'; cause?: unknown };

/** Calls the provider once and writes its answer. */
export async function orderDebit(deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>, order: DirectDebitOrder): Promise<Ordered> {
  const created = await deps.payments.createDirectDebit(order);
  if (created.ok) return schedule(deps, order, created.value);
  const result = created.kind === 'unavailable' ? 'unknown' : 'refused';
  if (result === 'refused') {
    const change = { from: ['creating'], to: 'failed', failure: created.message, at: deps.clock.now() } as const;
    await inTransaction(deps.db, (tx) => changeDebit(tx, order.reference, change));
  }
  return { result, cause: created };
}

async function schedule(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>,
  { reference, accountId }: DirectDebitOrder,
  { debitId }: DirectDebit,
): Promise<Ordered> {
  const at = deps.clock.now();
  if (await inTransaction(deps.db, (tx) => markScheduled(tx, { reference, debitId, at }))) return { result: 'scheduled' };
  const canceled: ProviderResult<DirectDebit> = await deps.payments.cancelDirectDebit(accountId, debitId);
  return { result: 'given-up', cause: { ...canceled, debitId, note: 'given up before it was taken' } };
}

/**
 * The status job may have been faster: it found the debit and wrote it, or did not find it yet and gave it up. False in the latter
 * case: the echeance may have another debit by now, so this one must not be collected.
 */
async function markScheduled(
  tx: Tx,
  { reference, debitId, at }: { reference: string; debitId: number; at: Temporal.Instant },
): Promise<boolean> {
  const change = { from: ['creating'], to: 'scheduled', providerDebitId: debitId, at } as const;
  if (!(await changeDebit(tx, reference, change))) return (await lockDebit(tx, reference))?.providerDebitId === debitId;
  return true;
}

/** The echeance, the mandate and the wallet; `sameDayAs` is the collection date of the debit that this one replaces. */
type DebitDemand = {
  schedule: Schedule;
  echeance: EcheanceRow;
  accountId: string;
  mandateId: number;
  audit: RouteAudit | null;
  sameDayAs?: Temporal.PlainDate;
};

/**
 * Writes the intent (`creating`; its id is the reference) for what remains to be paid now, with the audit row of the administrator who
 * asked for it (repayments.md#life-of-a-direct-debit).
 */
export async function intendDebit(
  tx: Tx,
  { clock, config }: Pick<AppDeps, 'clock' | 'config'>,
  demand: DebitDemand,
): Promise<DirectDebitOrder> {
  const { schedule, echeance, accountId, mandateId, audit, sameDayAs } = demand;
  const at = clock.now();
  const days = {
    dueDate: echeance.dueDate,
    today: parisDate(at),
    leadDays: config.DIRECT_DEBIT_LEAD_DAYS,
    dayOfMonth: schedule.dayOfMonth ?? config.DIRECT_DEBIT_DAY_OF_MONTH,
  };
  const debit = {
    id: newId(),
    echeanceId: echeance.id,
    amountCents: deriveEcheance(echeance).remainingToBePaidCents,
    collectionDate: sameDayAs === undefined ? collectionDate(days) : newCollectionDate(sameDayAs, days),
    accountId,
    mandateId,
    at,
  };
  await insertDebit(tx, debit);
  if (audit !== null) await auditDebit(tx, debit, audit, at);
  return { ...debit, comment: `Echeance ${echeance.number} ${echeance.period}`, reference: debit.id };
}

/** `refused`: it is collected, or can no longer be cancelled. `unknown`: no answer. `cause` is the provider's answer. */
type Canceled = { result: 'canceled' | 'refused' | 'unknown'; cause: unknown };

/** A second cancellation is refused by the provider: the status of the debit then shows that it is cancelled. */
export async function cancelDebit({ payments }: Pick<AppDeps, 'payments'>, debit: DebitRow): Promise<Canceled> {
  const { id, accountId, providerDebitId } = debit;
  if (providerDebitId === null) throw new Error(`debit ${id} has no number at the provider`);
  const canceled = await payments.cancelDirectDebit(accountId, providerDebitId);
  if (canceled.ok && canceled.value.status === 'canceled') return { result: 'canceled', cause: canceled };
  if (!canceled.ok && canceled.kind === 'unavailable') return { result: 'unknown', cause: canceled };
  const found = await payments.getDirectDebit({ debitId: providerDebitId });
  if (!found.ok) return { result: 'unknown', cause: found };
  return { result: found.value?.status === 'canceled' ? 'canceled' : 'refused', cause: canceled };
}

type AskedEcheance = { propertyId: PropertyId; echeanceId: EcheanceId };
type LockedEcheance = {
  schedule: Schedule;
  echeance: EcheanceRow;
  derived: DerivedEcheance;
  open: DebitRow | undefined;
};

/**
 * Errors: `echeance-not-found` (also of another property), the code of `verb` for the state of the project, that for the state of the
 * echeance.
 */
async function lockUnpaidEcheance(tx: Tx, asked: AskedEcheance, verb: keyof typeof DEBIT_VERBS): Promise<LockedEcheance> {
  const property = await lockProperty(tx, asked.propertyId);
  const schedule = await lockSchedule(tx, asked.propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === asked.echeanceId);
  if (!property || !schedule || !echeance) throw new AppError(ECHEANCE_NOT_FOUND);
  assertAllowed(DEBIT_VERBS[verb], projectState(property));
  const derived = deriveEcheance(echeance);
  const locked = { schedule, echeance, derived, open: await findOpenDebit(tx, echeance.id) };
  assertAllowed(ECHEANCE_VERBS[verb], echeanceState(locked));
  return locked;
}

/** The row of an order has no number of the provider yet: `debitId` is its reference there. It stays, whatever becomes of the debit. */
async function auditDebit(
  tx: Tx,
  debit: Pick<DebitRow, 'id' | 'echeanceId' | 'amountCents' | 'collectionDate'> & { providerDebitId?: number | null },
  audit: RouteAudit,
  at: Temporal.Instant,
): Promise<void> {
  const { id: debitId, echeanceId, amountCents, collectionDate, providerDebitId } = debit;
  await recordAdminAction(tx, {
    ...audit,
    target: { type: 'echeance', id: echeanceId },
    payload: {
      debitId,
      amountCents,
      collectionDate: collectionDate.toString(),
      ...(providerDebitId == null ? {} : { providerDebitId }),
    },
    at,
  });
}
