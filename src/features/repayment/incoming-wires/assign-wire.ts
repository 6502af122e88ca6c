// A payment is assigned to an echeance, or that is simulated; and taken back, as long as its money was not paid out.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { unassignedOf } from '../../../money/ledger/index.ts';
import type { DirectDebitOrder } from '../../../providers/payments/index.ts';
import { lockMoneyAtProvider, lockProperty, type ProjectState, projectState } from '../../projects/project-life/index.ts';
import {
  beginDebitChange,
  cancelForChange,
  DEBIT_CANNOT_BE_CHANGED,
  type DebitRow,
  endDebitChange,
  reorderDebit,
  resizeDebit,
} from '../direct-debits/index.ts';
import {
  ECHEANCE_NOT_FOUND,
  type EcheanceRow,
  findEcheance,
  isLast,
  lockSchedule,
  postReassignment,
  purseChanges,
  resizeDebits,
  type Schedule,
  type ScheduleView,
  scheduleView,
  withoutPayment,
  withPayment,
  writeRecomputed,
} from '../payment-schedule/index.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import {
  ESCROW_EXCEEDS_INTEREST,
  NO_CAPITAL_DUE,
  RECOVERY_TOO_LARGE,
  WIRE_ALREADY_PAID_OUT,
  WIRE_NOT_ASSIGNED,
  WIRE_NOT_FOUND,
  WIRE_NOT_WAITING,
} from './errors.ts';
import {
  type AssignedRow,
  findAssignment,
  findPayment,
  lockAssignment,
  lockPayment,
  markAssigned,
  markUnassigned,
} from './queries.ts';
import { assertMoneyWaits, type ReceivedPayment, toWireRecord, WIRE_VERBS_ON_PROJECT } from './rules.ts';
import type { AssignWire as AssignWireBody, WireRecord } from './schemas.ts';

/** The body of the request and the administrator. */
export type AssignWire = AssignWireBody & { audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments'>;
type Checked = { row: ReceivedPayment; before: Schedule; after: Schedule; changed: EcheanceRow };
/** Assigned, with the debit to order for what is still lacking; or the debit that must be cancelled first. */
type Tried = { view: ScheduleView; order?: DirectDebitOrder } | { debit: DebitRow };

/** Debits cancelled for one assignment: another one may be ordered between the two transactions. */
const MAX_DEBITS = 3;

/**
 * The whole payment is assigned to the one echeance; an excess shows as `overpaid`. 1. lock the property, its schedule and the record;
 * 2. check, in the order of the table; 3. in a simulation, answer the schedule as it would be; 4. cancel a scheduled debit of more than
 * the echeance will lack at the provider, between two transactions that both check; 5. assign, move the money from UNASSIGNED to its
 * purposes, write the interest that capital paid early lowers (jobs change its debits), audit; 6. if a debit was cancelled, order one for
 * what is still lacking. Errors: `wire-not-found`, `wire-not-waiting`, `echeance-not-found` (also of another project),
 * `capital-repayment-no-payment-due`; ours: `escrow-exceeds-interest`, `recovery-is-more-than-was-written-off`,
 * `echeance-debit-cannot-be-changed`.
 */
export async function assignWire(deps: Deps, input: AssignWire): Promise<ScheduleView> {
  if (input.isSimulation) return inTransaction(deps.db, async (tx) => scheduleView((await check(tx, deps, input)).after));
  let canceled: DebitRow | undefined;
  for (let debits = 0; debits < MAX_DEBITS; debits += 1) {
    const tried = await tryToAssign(deps, input, canceled);
    if ('view' in tried) {
      if (tried.order) await reorderDebit(deps, tried.order);
      return tried.view;
    }
    await cancelForChange(deps, tried.debit);
    canceled = tried.debit;
  }
  throw new AppError(DEBIT_CANNOT_BE_CHANGED, { cause: 'the echeance got another debit each time' });
}

/** When the assignment is refused after its debit was cancelled, the debit is ordered again. */
async function tryToAssign(deps: Deps, input: AssignWire, canceled: DebitRow | undefined): Promise<Tried> {
  try {
    return await inIdempotentTransaction(
      deps.db,
      input.idempotency,
      (tx) => assign(tx, deps, input, canceled),
      (tried) => ('view' in tried ? { body: tried.view } : undefined),
    );
  } catch (error) {
    if (canceled) await resizeDebit(deps, canceled.echeanceId);
    throw error;
  }
}

async function assign(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  input: AssignWire,
  canceled: DebitRow | undefined,
): Promise<Tried> {
  const at = deps.clock.now();
  const { row, before, after, changed } = await check(tx, deps, input);
  const replaced = canceled && (await endDebitChange(tx, deps, { debit: canceled, schedule: after, echeance: changed }));
  if (!replaced?.isOurs && input.paymentFor === 'mensualite') {
    const lackingCents = deriveEcheance(changed).remainingToBePaidCents;
    const debit = await beginDebitChange(tx, deps, { echeanceId: changed.id, lackingCents });
    if (debit) return { debit };
  }
  const comment = input.comment ?? null;
  const assignment = { propertyId: before.propertyId, echeanceId: changed.id, paymentFor: input.paymentFor };
  const onLastEcheance = input.paymentFor === 'capitalRepayment' && isLast(before, changed.id);
  if (!(await markAssigned(tx, row, { ...assignment, onLastEcheance, comment, at }))) throw new AppError(WIRE_NOT_WAITING);
  const from = { account: unassignedOf(row), amountCents: row.amountCents };
  await writeRecomputed(tx, before, after, at);
  await postReassignment(tx, { before, after, spvId: row.spvId, at, from });
  if (input.paymentFor === 'capitalRepayment') await resizeDebits(tx, deps, { before, after });
  await recordAdminAction(tx, {
    ...input.audit,
    target: { type: 'payment', id: row.id },
    payload: { ...assignment, amountCents: row.amountCents, comment },
    at,
  });
  return { view: scheduleView(after), ...(replaced?.order ? { order: replaced.order } : {}) };
}

/** Locks the property, its schedule and the record, in this order; returns the schedule before and after the assignment. */
async function check(tx: Tx, deps: Pick<AppDeps, 'config'>, input: AssignWire): Promise<Checked> {
  const { echeanceId, paymentFor } = input;
  const asked = await findEcheance(tx, echeanceId);
  const property = asked && (await lockProperty(tx, asked.propertyId));
  const before = asked && (await lockSchedule(tx, asked.propertyId));
  const row = before ? await lockPayment(tx, input.wireToBeAssignedId) : await findPayment(tx, input.wireToBeAssignedId);
  if (!row) throw new AppError(WIRE_NOT_FOUND);
  assertMoneyWaits(row);
  const echeance = before?.echeances.find(({ id }) => id === echeanceId);
  if (!property || !before || !echeance || !isOfProject(row, before)) throw new AppError(ECHEANCE_NOT_FOUND);
  const state = projectState(property);
  // What was given up may still come in for the holders, after the settlement too (A-incoming-wires-8, A-give-up-2).
  if (before.givenUpAt === null) assertAllowed(WIRE_VERBS_ON_PROJECT['assign-wire'], state);
  // Before the closing the schedule is a plan: nothing was collected that could be paid back.
  if (paymentFor === 'capitalRepayment' && property.funding_ended_at === null) throw new AppError(NO_CAPITAL_DUE);
  assertPaysFor(row, echeance, paymentFor);
  const { id, amountCents, paymentDate } = row;
  const after = withPayment(before, { id, echeanceId, paymentFor, amountCents, paymentDate }, deps.config);
  if (state === 'settled' && !isForHolders(before, after)) throw new AppError(RECOVERY_TOO_LARGE);
  const changed = after.echeances.find(({ id }) => id === echeanceId) ?? echeance;
  return { row, before, after, changed };
}

/**
 * Capital must be due. The escrow pays only interest (repayments.md#escrow): never capital, and no more than the interest that lacks, else
 * it would become a fee or surplus.
 */
function assertPaysFor(row: ReceivedPayment, echeance: EcheanceRow, paymentFor: AssignWire['paymentFor']): void {
  const isOfEscrow = row.source === 'escrow';
  if (paymentFor === 'capitalRepayment') {
    if (isOfEscrow || lackingCapital(echeance) === 0) throw new AppError(NO_CAPITAL_DUE);
  } else if (isOfEscrow && row.amountCents > echeance.interestCents - deriveEcheance(echeance).investorsReceivedCents) {
    throw new AppError(ESCROW_EXCEEDS_INTEREST);
  }
}

/** What was given up can still come in. */
function lackingCapital(echeance: EcheanceRow): number {
  const { capitalRepaymentRemainingCents, capitalWrittenOffCents } = deriveEcheance(echeance);
  return capitalRepaymentRemainingCents + capitalWrittenOffCents;
}

/** All of it goes to the holders, or pays back what the bank took: a settled project has no other purse to leave it in. */
function isForHolders(before: Schedule, after: Schedule): boolean {
  const { FEES, MAIN, SURPLUS } = purseChanges(before, after);
  return FEES === 0 && MAIN === 0 && SURPLUS === 0;
}

/** A payment without project may go to any project of its SPV (A-incoming-wires-2). */
function isOfProject(row: ReceivedPayment, schedule: Schedule): boolean {
  return row.propertyId === null ? row.spvId === schedule.spvId : row.propertyId === schedule.propertyId;
}

export type UnassignWire = {
  wireToBeAssignedId: string;
  comment?: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * From assigned to waiting: reverses the assignment and what followed from it for interest and dues; jobs change scheduled debits.
 * Refused when the rest on the echeance would not cover what was paid to holders and platform. Errors, ours:
 * `wire-not-found`, `wire-not-assigned` (also the escrow part of an event, which cannot exist without it), `wire-already-paid-out`.
 */
export async function unassignWire(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: UnassignWire,
): Promise<WireRecord> {
  try {
    return await inIdempotentTransaction(deps.db, input.idempotency, (tx) => unassign(tx, deps, input));
  } catch (error) {
    // A purse has spent the money.
    if (violatedConstraint(error) === 'ledger_balance_not_negative') throw new AppError(WIRE_ALREADY_PAID_OUT, { cause: error });
    throw error;
  }
}

async function unassign(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>, input: UnassignWire): Promise<WireRecord> {
  const at = deps.clock.now();
  const { row, before, state } = await lockAll(tx, input.wireToBeAssignedId);
  const { id, echeanceId, paymentFor, amountCents } = row;
  const takenCents = centsOf(-amountCents);
  const after = withoutPayment(before, { id, echeanceId, paymentFor, amountCents }, deps.config);
  if (purseChanges(before, after).claim > 0) throw new AppError(WIRE_ALREADY_PAID_OUT);
  // A finished project is owed nothing: only what it got in excess can be taken back.
  if (state === 'finished' && sumDue(after) > sumDue(before)) throw new AppError(WIRE_ALREADY_PAID_OUT);
  const waiting = await markUnassigned(tx, row);
  // Only the assignment had named the project: its money leaves it, as by a payment.
  if (waiting.propertyId === null && (await lockMoneyAtProvider(tx, row.propertyId, 'anything')) < amountCents)
    throw new AppError(WIRE_ALREADY_PAID_OUT);
  const from = { account: unassignedOf(waiting), amountCents: takenCents };
  await writeRecomputed(tx, before, after, at);
  await postReassignment(tx, { before, after, spvId: row.spvId, at, from });
  await resizeDebits(tx, deps, { before, after });
  await recordAdminAction(tx, {
    ...input.audit,
    target: { type: 'payment', id },
    payload: { propertyId: before.propertyId, echeanceId, paymentFor, amountCents, comment: input.comment ?? null },
    at,
  });
  return toWireRecord(waiting);
}

/** Locks property and schedule before the record. */
async function lockAll(tx: Tx, id: string): Promise<{ row: AssignedRow; before: Schedule; state: ProjectState }> {
  const seen = await findAssignment(tx, id);
  if (!seen) {
    throw new AppError((await findPayment(tx, id)) ? WIRE_NOT_ASSIGNED : WIRE_NOT_FOUND);
  }
  const property = await lockProperty(tx, seen.propertyId);
  const before = await lockSchedule(tx, seen.propertyId);
  const row = await lockAssignment(tx, id);
  if (!property || !before || !row || row.capitalEventId !== null) throw new AppError(WIRE_NOT_ASSIGNED);
  const state = projectState(property);
  assertAllowed(WIRE_VERBS_ON_PROJECT['unassign-wire'], state);
  if (row.propertyId !== before.propertyId) throw new Error(`payment ${id} was assigned elsewhere meanwhile`);
  return { row, before, state };
}

/** What is due on all echeances and not paid, cents. */
function sumDue({ echeances }: Schedule): Cents {
  return sumOf(echeances.map(deriveEcheance).flatMap((due) => [due.remainingToBePaidCents, due.capitalRepaymentRemainingCents]));
}
