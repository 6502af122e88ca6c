// DELETE /customers/withdrawals/:withdrawalId: the investor cancels a withdrawal that was not sent yet.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer } from '../../access/customers/index.ts';
import { cancelUnsent } from './cancel-unsent.ts';
import { NOT_CANCELABLE, WITHDRAWAL_NOT_FOUND } from './errors.ts';
import { findWithdrawalOf, type WithdrawalRow } from './list-queries.ts';

/** Returns the withdrawal as it is now. Errors: `withdrawal.not-found`, `withdrawal.not-cancelable`. */
export async function cancelWithdrawal(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  key: { customerId: CustomerId; withdrawalId: string },
): Promise<WithdrawalRow> {
  return inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, key.customerId);
    const found = await findWithdrawalOf(tx, key);
    if (!found) throw new AppError(WITHDRAWAL_NOT_FOUND);
    if (!(await cancelUnsent(tx, deps, found, deps.clock.now()))) throw new AppError(NOT_CANCELABLE);
    return (await findWithdrawalOf(tx, key)) ?? found;
  });
}
