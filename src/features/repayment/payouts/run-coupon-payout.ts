// The coupon run of a month.

import { parisDate } from '../../../core/dates.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { distributeAll } from './distribute-all.ts';
import { finishRun } from './finish-run.ts';
import { foreseePayouts } from './foresee-payouts.ts';
import { nothing, type PayoutDeps, type PayoutsReport } from './payouts-report.ts';
import { beginCouponMonth, finishCouponMonth, isCouponMonthOpen } from './queries.ts';
import { couponMonthOn } from './rules.ts';

/**
 * Once a month, at the first execution on or after COUPON_PAYOUT_DAY_OF_MONTH, for the echeances that are due. A run that died
 * goes on where it stopped: an echeance is paid once in a month. Later payments wait for the next month.
 */
export async function runCouponPayout(deps: PayoutDeps, { dryRun }: { dryRun: boolean }): Promise<PayoutsReport> {
  const month = couponMonthOn(parisDate(deps.clock.now()), deps.config.COUPON_PAYOUT_DAY_OF_MONTH);
  if (month === undefined) return finishRun(deps, 'coupon', nothing(null, dryRun));
  if (dryRun) {
    const isOpen = await isCouponMonthOpen(deps.db, month);
    return isOpen ? foreseePayouts(deps, 'coupon', month) : nothing(null, true);
  }
  const isOpen = await inTransaction(deps.db, (tx) => beginCouponMonth(tx, month, deps.clock.now()));
  if (!isOpen) return finishRun(deps, 'coupon', nothing(null, false));
  const report = await distributeAll(deps, 'coupon', month);
  if (report.failures === 0) await inTransaction(deps.db, (tx) => finishCouponMonth(tx, month, deps.clock.now()));
  return finishRun(deps, 'coupon', report);
}
