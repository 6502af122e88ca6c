// Cancels a withdrawal that no worker has taken yet, in the caller's transaction.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelPayment } from '../../../money/payments/index.ts';
import { giveBack } from './give-back.ts';
import { findWithdrawal } from './queries.ts';

/** Amount and fee are available again at once. False when a worker has taken its payment, or it has ended. */
export async function cancelUnsent(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { id, paymentId }: { id: string; paymentId: string | null },
  at: Temporal.Instant,
): Promise<boolean> {
  if (paymentId === null || !(await cancelPayment(tx, paymentId, at))) return false;
  await giveBack(tx, deps, { ...(await findWithdrawal(tx, id)), isCanceled: true }, at);
  return true;
}
