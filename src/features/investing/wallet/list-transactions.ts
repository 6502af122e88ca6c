// GET /customers/wallet/transactions: the investor's statement.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import type { TransactionsPage } from './schemas.ts';
import { listWalletTransactions } from './transaction-queries.ts';
import { toTransactionView } from './transaction-view.ts';

/** Newest first; amounts are positive cents, the type tells the direction. Error: `validation-failed` for a foreign cursor. */
export async function listTransactions(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: string; limit: number; cursor?: string },
): Promise<Static<typeof TransactionsPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listWalletTransactions(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toTransactionView);
}
