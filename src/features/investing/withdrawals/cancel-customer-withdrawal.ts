// DELETE /administration/customers/:customerId/withdrawals/:withdrawalId: an administrator cancels a withdrawal that was not sent yet.

import { recordAdminAction } from '../../../core/audit.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer } from '../../access/customers/index.ts';
import { cancelUnsent } from './cancel-unsent.ts';
import { NOT_CANCELABLE, WITHDRAWAL_NOT_FOUND } from './errors.ts';
import { findWithdrawalOf, type WithdrawalRow } from './list-queries.ts';

/** Returns the withdrawal as it is now. Errors: `not-found` (customer), `withdrawal.not-found`, `withdrawal.not-cancelable`. */
export async function cancelCustomerWithdrawal(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  { customerId, withdrawalId, audit }: { customerId: CustomerId; withdrawalId: string; audit: RouteAudit },
): Promise<WithdrawalRow> {
  const key = { customerId, withdrawalId };
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockCustomer(tx, customerId))) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
    const found = await findWithdrawalOf(tx, key);
    if (!found) throw new AppError(WITHDRAWAL_NOT_FOUND);
    if (!(await cancelUnsent(tx, deps, found, at))) throw new AppError(NOT_CANCELABLE);
    const { amountCents, feeCents } = found;
    const target = { type: 'customer', id: customerId };
    await recordAdminAction(tx, { ...audit, target, payload: { withdrawalId, amountCents, feeCents }, at });
    return (await findWithdrawalOf(tx, key)) ?? found;
  });
}
