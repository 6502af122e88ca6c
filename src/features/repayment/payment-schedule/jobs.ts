// A change of what an echeance lacks enqueues a job that changes its open debit, since the provider is called after the commit.

import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { declareJob, type Jobs } from '../../../core/jobs/jobs.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import type { Schedule } from './schedule-queries.ts';

/** Changes the amount of an echeance's debit. The room direct-debits does it: it imports this room, not the reverse. */
export const resizeDebitJob = declareJob<{ echeanceId: EcheanceId }>({ name: 'resize-debit' });

/** In the transaction of the change: a job for each echeance that has an open debit and lacks another amount than before. */
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
