// Charge-backs that could not be followed to their end when they came, each read again at the provider.

import type { AppDeps } from '../../../deps.ts';
import { listOpenChargeBacks } from './charge-back-queries.ts';
import { settleChargeBack } from './settle-charge-back.ts';
import { settleSpvChargeBack } from './settle-spv-charge-back.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

const MOST_AT_ONCE = 200;

/** `settled` were followed as far as their wallet allows; `failed` meet the next run. One failure does not hold up the others. */
export async function settleOpenChargeBacks(
  deps: Deps,
  { dryRun }: { dryRun: boolean },
): Promise<{ open: number; settled: number; failed: number; dryRun: boolean }> {
  const keys = await listOpenChargeBacks(deps.db, MOST_AT_ONCE);
  const report = { open: keys.length, settled: 0, failed: 0, dryRun };
  if (dryRun) return report;
  for (const key of keys) {
    try {
      const read = await deps.payments.getPayOut({ payoutId: key.payoutId });
      if (!read.ok || !read.value) throw new Error('the provider does not tell of the charge-back');
      const payout = read.value;
      if (key.customerId === null) await settleSpvChargeBack(deps, { key, payout });
      else await settleChargeBack(deps, { key, customerId: key.customerId, payout });
      report.settled += 1;
    } catch (error) {
      deps.log.warn({ err: error, payoutId: key.payoutId }, 'charge-back not followed to its end again');
      report.failed += 1;
    }
  }
  return report;
}
