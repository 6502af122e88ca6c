// GET /customers/provider/withdraw/remaining-without-fee: how many withdrawals are still free.

import type { Static } from 'typebox';
import type { AppDeps } from '../../../deps.ts';
import { readUsage } from './queries.ts';
import { freeQuota, usageWindow } from './rules.ts';
import type { RemainingWithoutFee } from './schemas.ts';

/** The quota of rolling twelve months at this moment. */
export async function readRemainingWithoutFee(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  caller: { customerId: string },
): Promise<Static<typeof RemainingWithoutFee>> {
  const { freeCount } = await readUsage(deps.db, caller.customerId, usageWindow(deps.clock.now()));
  return freeQuota(freeCount, deps.config.WITHDRAW_FREE_PER_YEAR);
}
