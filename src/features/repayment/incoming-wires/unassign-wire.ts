// POST .../wire-to-be-assigned/unassign: takes an assignment back, as long as its money was not paid out.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import { type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { unassignedOf } from '../../../money/ledger/index.ts';
import { lockProperty, type ProjectState, projectState } from '../../projects/project-life/index.ts';
import { lockMoneyAtProvider } from '../off-provider/index.ts';
import {
  lockSchedule,
  postReassignment,
  purseChanges,
  resizeDebits,
  type Schedule,
  withoutPayment,
  writeRecomputed,
} from '../payment-schedule/index.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import { WIRE_ALREADY_PAID_OUT, WIRE_NOT_ASSIGNED, WIRE_NOT_FOUND } from './errors.ts';
import { type AssignedRow, findAssignment, findPayment, lockAssignment, markUnassigned } from './queries.ts';
import { toWireRecord, WIRE_VERBS_ON_PROJECT } from './rules.ts';
import type { WireRecord } from './schemas.ts';

export type UnassignWire = {
  wireToBeAssignedId: string;
  comment?: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * From assigned to waiting: reverses the assignment and what followed from it for interest and dues; jobs change scheduled debits.
 * Refused when the rest on the echeance would not cover what was paid to holders and platform (A-incoming-wires-9). Errors, ours:
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
