// For a freeze, with the customer locked: every withdrawal that no worker has taken yet. One that was sent takes its course.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelUnsent } from './cancel-unsent.ts';
import { listUnsentWithdrawals } from './list-queries.ts';

export async function stopWithdrawals(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { customerId, at }: { customerId: CustomerId; at: Temporal.Instant },
): Promise<void> {
  for (const unsent of await listUnsentWithdrawals(tx, customerId)) await cancelUnsent(tx, deps, unsent, at);
}
