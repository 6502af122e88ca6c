// The welcome of who proved their address in the session layer itself: by its mailed code, or by the one of a forgotten password.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { welcomeInvestor } from '../customers/index.ts';

/** True when the mail was written now: once in a lifetime. An administrator is not welcomed. */
export async function welcomeVerified(deps: Pick<AppDeps, 'clock' | 'db' | 'jobs'>, userId: string): Promise<boolean> {
  return inTransaction(deps.db, (tx) => welcomeInvestor(tx, deps, userId));
}
