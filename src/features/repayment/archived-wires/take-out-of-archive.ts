// Takes a payment out of the archive, with its money.

import { centsOf } from '../../../core/cents.ts';
import { type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { EXTERNAL, lockBalance, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { archiveAccount, type PaymentRow } from '../incoming-wires/index.ts';
import { lockHasCover } from '../off-provider/index.ts';
import { type Schedule, sequestreRemainingOf } from '../payment-schedule/index.ts';
import { ARCHIVED_MONEY_SPENT } from './errors.ts';
import { type ArchivedRow, markUnarchived } from './queries.ts';

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
