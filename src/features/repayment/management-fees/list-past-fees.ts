// GET .../management-fees/past/not-executed: fees that should have been paid by now.

import { parisDate } from '../../../core/dates.ts';
import type { AppDeps } from '../../../deps.ts';
import { feeView } from './fee-view.ts';
import { listOpenFeesUntil } from './queries.ts';
import { lastPastPeriod } from './rules.ts';
import type { ManagementFee } from './schemas.ts';

/**
 * Past fees that nobody has paid yet, oldest first; what counts as past depends on the payout day of the month
 * (fees.md#past-fees).
 */
export async function listPastFees({ db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>): Promise<ManagementFee[]> {
  const last = lastPastPeriod(parisDate(clock.now()), config.COUPON_PAYOUT_DAY_OF_MONTH);
  return (await listOpenFeesUntil(db, last)).map(feeView);
}
