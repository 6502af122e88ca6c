// The receipt of a movement: what an investor needs to check, without us, that it stands in the sealed history.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, heldOf } from '../../../money/ledger/index.ts';
import { readReceipt } from '../../operations/history/index.ts';
import { MOVEMENT_NOT_SEALED } from './errors.ts';
import { findTransaction } from './queries.ts';

/**
 * GET /customers/wallet/transactions/:transactionId/receipt. What was posted for a transaction has the payment as its reference, where one was
 * made. Errors: `not-found` (another investor's, too), `wallet.movement-not-sealed`.
 */
export async function showReceipt(
  { db }: Pick<AppDeps, 'db'>,
  { customerId, transactionId }: { customerId: CustomerId; transactionId: string },
) {
  const transaction = await findTransaction(db, { customerId, transactionId });
  if (!transaction) throw new AppError(NOT_FOUND);
  const accounts = [availableOf(customerId), heldOf(customerId)];
  const receipt = await readReceipt(db, { reference: transaction.paymentId ?? transactionId, accounts });
  if (!receipt) throw new AppError(MOVEMENT_NOT_SEALED);
  return receipt;
}
