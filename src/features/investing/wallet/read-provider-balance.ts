// The balance of an investor's account at the provider, read before the transaction of a purchase.

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { ACCOUNT_NOT_COMPLETED } from '../../access/customers/index.ts';

/**
 * Cents. `endUser` is passed to the provider. Errors: `customer.rights.account-not-completed` while there is no wallet, `internal-error` when
 * the balance cannot be read.
 */
export async function readProviderBalance(
  deps: Pick<AppDeps, 'payments'>,
  { customerId, endUser }: { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } },
): Promise<Cents> {
  const account = await deps.payments.getAccount(customerId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (!account.ok && account.kind === 'not-found') throw new AppError(ACCOUNT_NOT_COMPLETED, { detail: 'Your wallet is not open.' });
  if (!account.ok) throw new AppError(INTERNAL_ERROR, { cause: account });
  return account.value.balanceCents;
}
