// GET /customers/withdrawals: the investor's withdrawals.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { listWithdrawalsOf } from './list-queries.ts';
import type { WithdrawalsPage } from './schemas.ts';
import { toWithdrawalView } from './withdrawal-view.ts';

/** Newest first, whatever became of them. Error: `validation-failed` for a foreign cursor. */
export async function listWithdrawals(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: string; limit: number; cursor?: string },
): Promise<Static<typeof WithdrawalsPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listWithdrawalsOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }), toWithdrawalView);
}
