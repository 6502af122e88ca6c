// GET /administration/customers/:customerId/transactions: an investor's transactions, with what became of their payments.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import type { AdministrationTransaction, AdministrationTransactionsPage, AdministrationTransactionsQuery } from './schemas.ts';
import { listWalletTransactions, type TransactionRow } from './transaction-queries.ts';
import { toTransactionView } from './transaction-view.ts';

/** Newest first. Errors: `not-found`, `validation-failed` for a foreign cursor. */
export async function listCustomerTransactions(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationTransactionsQuery> & { customerId: string },
): Promise<Static<typeof AdministrationTransactionsPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listWalletTransactions(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** What the investor sees, with what became of its payment at the provider. */
function toView(row: TransactionRow): AdministrationTransaction {
  const { propertyId, paymentOrderId, paymentStatus, providerPaymentId, providerMoneyInId, failure } = row;
  return {
    ...toTransactionView(row),
    propertyId,
    paymentId: paymentOrderId,
    paymentStatus,
    providerPaymentId: providerPaymentId ?? providerMoneyInId,
    failure,
  };
}
