// Gives a claimed code back: the operation was refused, so the code serves the next attempt.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { TfaClaim } from './claim-tfa.ts';
import { releaseContext } from './queries.ts';

/** Does nothing for a claim that was consumed or taken over. */
export async function releaseTfa(deps: Pick<AppDeps, 'db'>, claim: TfaClaim): Promise<void> {
  await inTransaction(deps.db, (tx) => releaseContext(tx, claim));
}
