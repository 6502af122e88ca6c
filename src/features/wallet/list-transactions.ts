// GET /customers/wallet/transactions: the investor's statement.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../core/http/cursor.ts';
import type { AppDeps } from '../../deps.ts';
import { listWalletTransactions } from './queries.ts';
import type { TransactionsPage } from './schemas.ts';

/** Newest first; amounts are positive cents, the type tells the direction. Error: `validation-failed` for a foreign cursor. */
export async function listTransactions(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: string; limit: number; cursor?: string },
): Promise<Static<typeof TransactionsPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listWalletTransactions(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    ({ paymentOrderId, providerMoneyInId, createdAt, eventAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toString(),
      eventAt: eventAt.toString(),
      // A-wallet-3: the provider keeps the order's id as its reference; a money-in began there and has its number.
      reference: paymentOrderId ?? (providerMoneyInId === null ? null : String(providerMoneyInId)),
    }),
  );
}
