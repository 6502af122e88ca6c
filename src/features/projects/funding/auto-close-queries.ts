// SQL of what the daily job closed and has to tell.

import type { Tx } from '../../../core/db/transaction.ts';
import type { FundingSummary } from './auto-close-message.ts';

/** Writes what the team must hear of a closing, with the closing itself. */
export async function insertAutoClosing(tx: Tx, summary: FundingSummary, closedAt: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('funding_auto_closing')
    .values({ property_id: summary.propertyId, summary: JSON.stringify(summary), closed_at: closedAt })
    .execute();
}

/** Marks told what nobody told yet, of this run or of one that died, oldest first; whoever comes second gets nothing of it. */
export async function takeUntoldClosings(tx: Tx, toldAt: Temporal.Instant): Promise<FundingSummary[]> {
  const rows = await tx
    .updateTable('funding_auto_closing')
    .set({ told_at: toldAt })
    .where('told_at', 'is', null)
    .returning(['summary', 'closed_at'])
    .execute();
  return (
    rows
      .toSorted((a, b) => Temporal.Instant.compare(a.closed_at, b.closed_at))
      // Border: insertAutoClosing wrote exactly this.
      .map(({ summary }) => summary as FundingSummary)
  );
}
