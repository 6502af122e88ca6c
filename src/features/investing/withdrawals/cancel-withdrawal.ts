// DELETE of a withdrawal that was not sent yet, by its investor or an administrator; a freeze does the same to all of an account.

import { recordAdminAction } from '../../../core/audit.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelPayment } from '../../../money/payments/index.ts';
import { lockCustomer } from '../../access/customers/index.ts';
import { NOT_CANCELABLE, WITHDRAWAL_NOT_FOUND } from './errors.ts';
import { findWithdrawalOf, listUnsentWithdrawals, type WithdrawalRow } from './list-queries.ts';
import { findWithdrawal } from './queries.ts';
import { giveBack } from './settle-withdrawal.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>;

/**
 * Only while no worker has taken the payment: amount and fee are available again at once. Returns the withdrawal as it is now.
 * `audit`: an administrator cancels it. Errors: `withdrawal.not-found`, `withdrawal.not-cancelable`.
 */
export async function cancelWithdrawal(
  deps: Deps,
  { customerId, withdrawalId, audit }: { customerId: CustomerId; withdrawalId: string; audit?: RouteAudit },
): Promise<WithdrawalRow> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const found = await findWithdrawalOf(tx, { customerId, withdrawalId });
    if (!found) throw new AppError(WITHDRAWAL_NOT_FOUND);
    if (!(await cancelUnsent(tx, deps, found, at))) throw new AppError(NOT_CANCELABLE);
    const { amountCents, feeCents } = found;
    const target = { type: 'customer', id: customerId };
    if (audit) await recordAdminAction(tx, { ...audit, target, payload: { withdrawalId, amountCents, feeCents }, at });
    return (await findWithdrawalOf(tx, { customerId, withdrawalId })) ?? found;
  });
}

/** For a freeze, with the customer locked: every withdrawal that no worker has taken yet. One that was sent takes its course. */
export async function stopWithdrawals(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { customerId, at }: { customerId: CustomerId; at: Temporal.Instant },
): Promise<void> {
  for (const unsent of await listUnsentWithdrawals(tx, customerId)) await cancelUnsent(tx, deps, unsent, at);
}

/** False when a worker has taken its payment, or it has ended. */
async function cancelUnsent(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { id, paymentId }: { id: string; paymentId: string | null },
  at: Temporal.Instant,
): Promise<boolean> {
  if (paymentId === null || !(await cancelPayment(tx, paymentId, at))) return false;
  await giveBack(tx, deps, { ...(await findWithdrawal(tx, id)), isCanceled: true }, at);
  return true;
}
