// The capital run of a day.

import { parisDate } from '../../../core/dates.ts';
import { distributeAll } from './distribute-all.ts';
import { finishRun } from './finish-run.ts';
import { foreseePayouts } from './foresee-payouts.ts';
import type { PayoutDeps, PayoutsReport } from './payouts-report.ts';

/** Every day, for whatever capital has come in, due or early. */
export async function runCapitalPayout(deps: PayoutDeps, { dryRun }: { dryRun: boolean }): Promise<PayoutsReport> {
  const day = parisDate(deps.clock.now()).toString();
  if (dryRun) return foreseePayouts(deps, 'capital', day);
  return finishRun(deps, 'capital', await distributeAll(deps, 'capital', day));
}
