// An archived payment waits again, with its money.

import { recordAdminAction } from '../../../core/audit.ts';
import { centsOf } from '../../../core/cents.ts';
import { type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockBalance, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { lockHasCover, lockProperty, type ProjectState, projectState } from '../../projects/project-life/index.ts';
import {
  archiveAccount,
  findPayment,
  type PaymentRow,
  toWireRecord,
  WIRE_NOT_FOUND,
  type WireRecord,
  wireState,
} from '../incoming-wires/index.ts';
import { lockSchedule, type Schedule, sequestreRemainingOf } from '../payment-schedule/index.ts';
import { ARCHIVED_MONEY_SPENT, WIRE_NOT_ARCHIVED } from './errors.ts';
import { type ArchivedRow, lockArchived, markUnarchived } from './queries.ts';
import { ARCHIVE_VERBS, ARCHIVE_VERBS_ON_PROJECT } from './states.ts';

type UnarchiveWire = {
  wireToBeAssignedId: string;
  comment?: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST .../wire-to-be-assigned/unarchive: takes an archive back, as long as its money is where it was moved to.
 * From archivedNotAssigned to waiting: reverses the archive, so a claim that it filled is open again, and money that it covered is outside
 * again. Errors, ours: `wire-not-found`, `wire-not-archived` (also charged back or returned), `project-is-settled`,
 * `archived-money-spent`.
 */
export async function unarchiveWire({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, input: UnarchiveWire): Promise<WireRecord> {
  const at = clock.now();
  return inIdempotentTransaction(db, input.idempotency, async (tx) => {
    const { row, schedule, state } = await lockWithProject(tx, input.wireToBeAssignedId, WIRE_NOT_ARCHIVED);
    assertAllowed(ARCHIVE_VERBS['unarchive-wire'], wireState(row));
    if (state && !row.isProjectNamed) assertAllowed(ARCHIVE_VERBS_ON_PROJECT['unarchive-wire'], state);
    const waiting = await takeOutOfArchive(tx, { row, schedule, at });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { propertyId: row.propertyId, amountCents: row.amountCents, comment: input.comment ?? null },
      at,
    });
    return toWireRecord(waiting);
  });
}

/** Moves the money back to UNASSIGNED, and the record to waiting. Error: `archived-money-spent`. */
export async function takeOutOfArchive(
  tx: Tx,
  { row, schedule, at }: { row: ArchivedRow; schedule: Schedule | undefined; at: Temporal.Instant },
): Promise<PaymentRow> {
  await assertCoverRemains(tx, row);
  const waiting = await markUnarchived(tx, row.id);
  const from = archiveAccount(row);
  if (from === null) return waiting;
  if (row.source === 'escrow') await assertEscrowHas(tx, row, schedule);
  const outsideCents = centsOf(row.claimFilledCents + row.coveredCents + row.offProviderCents);
  const to = unassignedOf(waiting);
  const lines = [...move(outsideCents, EXTERNAL, to), ...move(centsOf(row.amountCents - outsideCents), from, to)];
  try {
    await bookTransaction(tx, {
      type: row.source === 'escrow' ? 'ESCROW_TO_PAYMENT' : 'ASSIGNMENT',
      owner: { spvId: row.spvId },
      amountCents: row.amountCents,
      ...(row.propertyId === null ? {} : { propertyId: row.propertyId }),
      at,
      eventAt: at,
      lines: lines.filter(({ amountCents }) => amountCents !== 0),
    });
  } catch (error) {
    if (violatedConstraint(error) === 'ledger_balance_not_negative') throw new AppError(ARCHIVED_MONEY_SPENT, { cause: error });
    throw error;
  }
  return waiting;
}

/** The escrow that the archive gave back may have been taken again since. */
async function assertEscrowHas(tx: Tx, { propertyId, amountCents }: ArchivedRow, schedule: Schedule | undefined): Promise<void> {
  if (propertyId === null || !schedule) throw new Error('escrow money without a project');
  const heldCents = await lockBalance(tx, purseOf(propertyId, 'ESCROW'));
  if (amountCents > Math.min(sequestreRemainingOf(schedule), heldCents)) throw new AppError(ARCHIVED_MONEY_SPENT);
}

/** A wire that only its archive as cover had named the project for leaves it again: the holders may have got its money. */
async function assertCoverRemains(tx: Tx, { propertyId, isProjectNamed, coveredCents }: ArchivedRow): Promise<void> {
  if (propertyId === null || !isProjectNamed || coveredCents === 0) return;
  if (!(await lockHasCover(tx, propertyId, coveredCents))) throw new AppError(ARCHIVED_MONEY_SPENT);
}

export type LockedWire = { row: ArchivedRow; schedule: Schedule | undefined; state: ProjectState | undefined };

/** Locks the project and its schedule before the record. Errors: `wire-not-found`; `moved`, of one that got another project meanwhile. */
export async function lockWithProject(tx: Tx, id: string, moved: string): Promise<LockedWire> {
  const seen = await findPayment(tx, id);
  if (!seen) throw new AppError(WIRE_NOT_FOUND);
  const property = seen.propertyId === null ? undefined : await lockProperty(tx, seen.propertyId);
  const schedule = seen.propertyId === null ? undefined : await lockSchedule(tx, seen.propertyId);
  const row = await lockArchived(tx, id);
  if (row?.propertyId !== seen.propertyId) throw new AppError(moved);
  return { row, schedule, state: property && projectState(property) };
}
