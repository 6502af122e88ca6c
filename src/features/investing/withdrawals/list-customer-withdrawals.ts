// GET /administration/customers/:customerId/withdrawals: an investor's withdrawals, with what became of their payments.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { listWithdrawalsOf, type WithdrawalRow } from './list-queries.ts';
import type { AdministrationWithdrawal, AdministrationWithdrawalsPage, AdministrationWithdrawalsQuery } from './schemas.ts';
import { toWithdrawalView } from './withdrawal-view.ts';

/** Newest first. Errors: `not-found`, `validation-failed` for a foreign cursor. */
export async function listCustomerWithdrawals(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationWithdrawalsQuery> & { customerId: string },
): Promise<Static<typeof AdministrationWithdrawalsPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listWithdrawalsOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** What the investor sees, with what became of its payment and its fee. The IBAN stays masked (A-withdrawals-12). */
function toView(row: WithdrawalRow): Static<typeof AdministrationWithdrawal> {
  const { transactionId, feeStatus, paymentId, providerPaymentId, failure } = row;
  return { ...toWithdrawalView(row), transactionId, feeStatus, paymentId, providerPaymentId, failure };
}
