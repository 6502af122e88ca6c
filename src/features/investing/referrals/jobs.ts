// The daily payout of referral rewards (referrals.md#paying-rewards; ground-rules.md#scheduled-jobs).

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { payRewards } from './rewards.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/** Orders the payout of every due reward; those that cannot be paid stay due, and are reported to the team. */
export const referralPayoutJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'referral-primary-purchase-auto-payout',
  cron: '0 8 * * *',
  onDemand: true,
  work: async (deps, { dryRun = false }) => payRewards(deps, { dryRun }),
});
