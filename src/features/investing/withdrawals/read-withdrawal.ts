// GET /customers/withdrawals/:withdrawalId: one of the investor's withdrawals.

import type { Static } from 'typebox';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { WITHDRAWAL_NOT_FOUND } from './errors.ts';
import { findWithdrawalOf } from './list-queries.ts';
import type { WithdrawalView } from './schemas.ts';
import { toWithdrawalView } from './withdrawal-view.ts';

/** Error: `withdrawal.not-found`, for somebody else's too. */
export async function readWithdrawal(
  deps: Pick<AppDeps, 'db'>,
  key: { customerId: string; withdrawalId: string },
): Promise<Static<typeof WithdrawalView>> {
  const row = await findWithdrawalOf(deps.db, key);
  if (!row) throw new AppError(WITHDRAWAL_NOT_FOUND);
  return toWithdrawalView(row);
}
