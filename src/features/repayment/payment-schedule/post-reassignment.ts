// Posts the ledger lines after a change of a schedule: an assignment, a charge-back, a penalty, an event or a recomputation.

import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { EXTERNAL, type LedgerLine, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { FILLED_PURSES, purseChanges } from './purse-rules.ts';
import type { Schedule } from './schedule-queries.ts';

/** A schedule before and after, under its lock. `from`: cents that an account paid with the change; negative: that it got back. */
export type Reassignment = {
  before: Schedule;
  after: Schedule;
  spvId: SpvId;
  at: Temporal.Instant;
  /** When it happened; default: `at`. */
  eventAt?: Temporal.Instant;
  from?: { account: string; amountCents: Cents };
  /** Default: ASSIGNMENT. */
  type?: 'ASSIGNMENT' | 'ESCROW_TO_PAYMENT' | 'CHARGE_BACK';
};

/**
 * Posts the difference of each purse between the two schedules as one transaction (repayments.md#order-inside-a-mensualite,
 * ledger.md#postings; A-incoming-wires-7). Money that fills a claim leaves to EXT: the bank took it back before. Posts nothing when no
 * purse changes. Throws a violation of ledger_balance_not_negative when money that was spent would have to come back.
 */
export async function postReassignment(tx: Tx, change: Reassignment): Promise<void> {
  const lines = reassignmentLines(change);
  if (lines.length === 0) return;
  const { after, spvId, at, eventAt = at, type = 'ASSIGNMENT' } = change;
  await bookTransaction(tx, {
    type,
    owner: { spvId },
    amountCents: sumOf(lines.map(({ amountCents }) => amountCents).filter((amountCents) => amountCents > 0)),
    propertyId: after.propertyId,
    at,
    eventAt,
    lines,
  });
}

/** One line per account. */
function reassignmentLines({ before, after, from }: Reassignment): LedgerLine[] {
  const change = purseChanges(before, after);
  const cents = new Map<string, Cents>(FILLED_PURSES.map((purse) => [purseOf(after.propertyId, purse), change[purse]]));
  cents.set(EXTERNAL, centsOf(-change.claim));
  if (from) cents.set(from.account, centsOf((cents.get(from.account) ?? 0) - from.amountCents));
  return [...cents].flatMap(([account, amountCents]) => (amountCents === 0 ? [] : [{ account, amountCents }]));
}
