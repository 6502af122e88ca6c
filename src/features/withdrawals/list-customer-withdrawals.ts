// GET /administration/customers/:customerId/withdrawals: an investor's withdrawals, with what became of their payments.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../core/http/cursor.ts';
import type { AppDeps } from '../../deps.ts';
import { assertCustomer } from '../customers/index.ts';
import { listWithdrawalsOf } from './list-queries.ts';
import type { AdministrationWithdrawalsPage, AdministrationWithdrawalsQuery } from './schemas.ts';
import { toAdministrationWithdrawal } from './withdrawal-view.ts';

/** Newest first. Errors: `not-found`, `validation-failed` for a foreign cursor. */
export async function listCustomerWithdrawals(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationWithdrawalsQuery> & { customerId: string },
): Promise<Static<typeof AdministrationWithdrawalsPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listWithdrawalsOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toAdministrationWithdrawal);
}
