// SQL of the closings that the daily job has to report to the team.

import type { Tx } from '../../../core/db/transaction.ts';
import type { FundingSummary } from './auto-close-message.ts';

/** Records a closing that must be reported, in the transaction of the closing. */
export async function insertAutoClosing(tx: Tx, summary: FundingSummary, closedAt: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('funding_auto_closing')
    .values({ property_id: summary.propertyId, summary: JSON.stringify(summary), closed_at: closedAt })
    .execute();
}

/**
 * Marks all unreported closings, also of runs that died, as reported and returns them, oldest first. Concurrent calls share none.
 */
export async function takeUnreportedClosings(tx: Tx, toldAt: Temporal.Instant): Promise<FundingSummary[]> {
  const rows = await tx
    .updateTable('funding_auto_closing')
    .set({ told_at: toldAt })
    .where('told_at', 'is', null)
    .returning(['summary', 'closed_at'])
    .execute();
  return (
    rows
      .toSorted((a, b) => Temporal.Instant.compare(a.closed_at, b.closed_at))
      // Border: insertAutoClosing alone writes this column.
      .map(({ summary }) => summary as FundingSummary)
  );
}
