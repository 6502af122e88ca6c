// Checks pending corrections again, in case the provider's webhook was lost or a job failed for good.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { listPendingIds, markFollowed } from './queries.ts';
import { type Followed, sendCorrection } from './send-correction.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

const MAX_AT_ONCE = 200;

/** An error with one correction does not stop the others. The report counts the outcomes. */
export async function followCorrections(deps: Deps, { dryRun }: { dryRun: boolean }) {
  const ids = await listPendingIds(deps.db, MAX_AT_ONCE);
  const report = { open: ids.length, accepted: 0, refused: 0, pending: 0, failed: 0, dryRun };
  if (dryRun || ids.length === 0) return report;
  await inTransaction(deps.db, (tx) => markFollowed(tx, ids, deps.clock.now()));
  for (const id of ids) {
    const result = await followAlone(deps, id);
    if (result !== 'nothing-to-do') report[result] += 1;
  }
  return report;
}

async function followAlone(deps: Deps, correctionId: string): Promise<Followed['result'] | 'failed'> {
  try {
    return (await sendCorrection(deps, correctionId)).result;
  } catch (error) {
    deps.log.warn({ err: error, correctionId }, 'profile correction not checked');
    return 'failed';
  }
}
