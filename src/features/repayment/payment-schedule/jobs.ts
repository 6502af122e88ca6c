// Debits follow what their echeance lacks: whatever changes that writes a job, as the provider is asked after the commit.

import type { Tx } from '../../../core/db/transaction.ts';
import { defineJob, type Jobs } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { deriveEcheance } from './echeance-rules.ts';
import type { Schedule } from './schedule-queries.ts';

/** Makes the scheduled debit of an echeance ask for what it lacks. The room of the debits does it; it knows this one, not the reverse. */
export const resizeDebitJob = defineJob<Pick<AppDeps, 'resizeDebit'>, { echeanceId: string }>({
  name: 'resize-debit',
  work: (deps, { echeanceId }) => deps.resizeDebit(echeanceId),
});

/** In the transaction of the change: a job for each echeance that has a debit under way and lacks another amount than before. */
export async function resizeDebits(
  tx: Tx,
  { jobs }: { jobs: Jobs },
  change: { before: Pick<Schedule, 'echeances'>; after: Pick<Schedule, 'echeances'> },
): Promise<void> {
  const lacking = new Map(change.before.echeances.map((row) => [row.id, deriveEcheance(row).remainingToBePaidCents]));
  const changed = change.after.echeances.filter(
    (row) => hasOpenDebit(row) && deriveEcheance(row).remainingToBePaidCents !== lacking.get(row.id),
  );
  await jobs.enqueueMany(
    tx,
    resizeDebitJob,
    changed.map(({ id: echeanceId }) => ({ echeanceId })),
  );
}

function hasOpenDebit({ debitStatus }: Schedule['echeances'][number]): boolean {
  return debitStatus === 'creating' || debitStatus === 'scheduled' || debitStatus === 'canceling';
}
