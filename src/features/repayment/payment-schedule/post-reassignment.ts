// Money of a schedule changes its purpose: what was assigned or taken back, or what a penalty, an event, a recomputation made of
// it.

import type { Tx } from '../../../core/db/transaction.ts';
import { EXTERNAL, type LedgerLine, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { FILLED_PURSES, purseChanges } from './purse-rules.ts';
import type { Schedule } from './schedule-queries.ts';

/**
 * A schedule before and after, under its lock. `from`: cents that an account gave to it with the change, negative where it got
 * them back.
 */
export type Reassignment = {
  before: Schedule;
  after: Schedule;
  spvId: string;
  at: Temporal.Instant;
  /** When it happened, where that was before. */
  eventAt?: Temporal.Instant;
  from?: { account: string; amountCents: number };
  /** ASSIGNMENT unless told. */
  type?: 'ASSIGNMENT' | 'ESCROW_TO_PAYMENT' | 'CHARGE_BACK';
};

/**
 * Posts the difference of what the rows say of each purse (repayments.md#order-inside-a-mensualite, ledger.md#postings;
 * A-incoming-wires-7), as one transaction. What fills a
 * claim leaves to EXT: the bank took that money back before. Nothing is posted when nothing changes its purpose. Throws a violation
 * of ledger_balance_not_negative when money that has left would have to come back.
 */
export async function postReassignment(tx: Tx, change: Reassignment): Promise<void> {
  const lines = reassignmentLines(change);
  if (lines.length === 0) return;
  const { after, spvId, at, eventAt = at, type = 'ASSIGNMENT' } = change;
  await bookTransaction(tx, {
    type,
    owner: { spvId },
    amountCents: lines.reduce((sum, { amountCents }) => sum + Math.max(amountCents, 0), 0),
    propertyId: after.propertyId,
    at,
    eventAt,
    lines,
  });
}

/** One line an account. */
function reassignmentLines({ before, after, from }: Reassignment): LedgerLine[] {
  const change = purseChanges(before, after);
  const cents = new Map<string, number>(FILLED_PURSES.map((purse) => [purseOf(after.propertyId, purse), change[purse]]));
  cents.set(EXTERNAL, -change.claim);
  if (from) cents.set(from.account, (cents.get(from.account) ?? 0) - from.amountCents);
  return [...cents].flatMap(([account, amountCents]) => (amountCents === 0 ? [] : [{ account, amountCents }]));
}
