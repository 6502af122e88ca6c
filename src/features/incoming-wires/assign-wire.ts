// POST .../wire-to-be-assigned/assign: a payment is for this echeance, or would be.

import { recordAdminAction } from '../../core/audit.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import {
  deriveEcheance,
  ECHEANCE_NOT_FOUND,
  type EcheanceRow,
  findEcheance,
  lockSchedule,
  type Schedule,
  type ScheduleView,
  scheduleView,
  withPayment,
} from '../payment-schedule/index.ts';
import { NO_CAPITAL_DUE, WIRE_NOT_FOUND, WIRE_NOT_WAITING } from './errors.ts';
import { postReassignment } from './post-reassignment.ts';
import { findPayment, lockPayment, markAssigned } from './queries.ts';
import { assertMoneyWaits, type PaymentRow } from './rules.ts';
import type { AssignWire as AssignWireBody } from './schemas.ts';

/** The body of the request and who sends it. */
export type AssignWire = AssignWireBody & { audit: RouteAudit };

/**
 * The whole payment goes to the one echeance; an excess shows as `overpaid`. 1. lock the schedule, then the record; 2. check, in
 * the order of the table; 3. simulated: answer the schedule as it would be; else assign, move the money from UNASSIGNED
 * to what it is for, audit. Errors: `wire-not-found`, `wire-not-waiting`, `echeance-not-found` (also of another project),
 * `capital-repayment-no-payment-due`.
 */
export async function assignWire(deps: Pick<AppDeps, 'db' | 'clock'>, input: AssignWire): Promise<ScheduleView> {
  return inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const { row, schedule, echeance } = await lockAll(tx, input);
    const assignment = { echeanceId: echeance.id, paymentFor: input.paymentFor, amountCents: row.amountCents };
    const after = withPayment(schedule, assignment);
    if (input.isSimulation) return scheduleView(after);
    const comment = input.comment ?? null;
    const place = { propertyId: schedule.propertyId, echeanceId: echeance.id, paymentFor: input.paymentFor };
    if (!(await markAssigned(tx, row.id, { ...place, comment, at }))) throw new AppError(WIRE_NOT_WAITING);
    const changed = after.echeances.find(({ id }) => id === echeance.id) ?? echeance;
    await postReassignment(tx, { before: echeance, after: changed, assignedCents: row.amountCents, spvId: row.spvId, at });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { ...place, amountCents: row.amountCents, comment },
      at,
    });
    return scheduleView(after);
  });
}

/** The schedule is locked before the record, as everybody does who changes both. */
async function lockAll(tx: Tx, input: AssignWire): Promise<{ row: PaymentRow; schedule: Schedule; echeance: EcheanceRow }> {
  const asked = await findEcheance(tx, input.echeanceId);
  const schedule = asked && (await lockSchedule(tx, asked.propertyId));
  const row = schedule ? await lockPayment(tx, input.wireToBeAssignedId) : await findPayment(tx, input.wireToBeAssignedId);
  if (!row) throw new AppError(WIRE_NOT_FOUND);
  assertMoneyWaits(row);
  const echeance = schedule?.echeances.find(({ id }) => id === input.echeanceId);
  if (!schedule || !echeance || !isOfProject(row, schedule)) throw new AppError(ECHEANCE_NOT_FOUND);
  if (input.paymentFor === 'capitalRepayment' && deriveEcheance(echeance).capitalRepaymentRemainingCents === 0)
    throw new AppError(NO_CAPITAL_DUE);
  return { row, schedule, echeance };
}

/** A payment without project may go to any project of its SPV (A-incoming-wires-2). */
function isOfProject(row: PaymentRow, schedule: Schedule): boolean {
  return row.propertyId === null ? row.spvId === schedule.spvId : row.propertyId === schedule.propertyId;
}
