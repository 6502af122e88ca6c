// What a run of payouts needs and tells.

import type { AppDeps } from '../../../deps.ts';

export type PayoutDeps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

/** What one run did; cents. `period` is null when no coupon run is due. A dry run tells what there is to distribute. */
export type PayoutsReport = {
  period: string | null;
  echeances: number;
  payouts: number;
  totalCents: number;
  taxCents: number;
  failures: number;
  retried: number;
  taxTransfers: number;
  finishedProjects: string[];
  dryRun: boolean;
};

/** A report with nothing in it yet. */
export function nothing(period: string | null, dryRun: boolean): PayoutsReport {
  const none = { echeances: 0, payouts: 0, totalCents: 0, taxCents: 0, failures: 0, retried: 0, taxTransfers: 0 };
  return { period, ...none, finishedProjects: [], dryRun };
}
