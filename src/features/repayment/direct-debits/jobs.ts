// Background work of the direct debits.

import { defineJob, workOn } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { resizeDebitJob } from '../payment-schedule/index.ts';
import { resizeDebit } from './change-amount.ts';
import {
  followSecondDebit,
  type SecondResult,
  type UpdateResult,
  updateDebit,
  type WatchedResult,
  watchDebit,
} from './follow-debit.ts';
import { type DebitRow, listOpenDebits, listOpenSeconds, listWatchedDebits } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'jobs' | 'log'>;

/** Number of debits by outcome; `broken` failed on our side. */
type Counts<Outcome extends string> = Record<Outcome | 'broken', number>;

/**
 * `scheduled` are still waiting for the bank, `watched` were given up before, `seconds` are second debits under a reference of ours.
 */
export type DebitsReport = Counts<UpdateResult> & {
  open: number;
  watched: Counts<WatchedResult>;
  seconds: Counts<SecondResult>;
  dryRun: boolean;
};

/**
 * Asks the provider about every open debit, those that were given up lately, and second debits: also of projects that are paid by wire
 * now. A dry run only asks. Not retried by itself: the next run is an hour later.
 */
export const bankDebitStatusUpdateJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'echeancier-bank-debit-status-update',
  cron: '0 * * * *',
  onDemand: true,
  retryLimit: 0,
  work: async (deps, { dryRun = false }): Promise<DebitsReport> => {
    const open = await listOpenDebits(deps.db);
    const report = { succeeded: 0, failed: 0, canceled: 0, scheduled: 0, unknown: 0, broken: 0 };
    await countEach(deps, open, report, {
      follow: (debit) => updateDebit(deps, debit, { dryRun }),
      failure: 'direct debit not updated',
    });
    const watched = { absent: 0, adopted: 0, collected: 0, canceled: 0, unknown: 0, broken: 0 };
    await countEach(deps, await listWatchedDebits(deps.db), watched, {
      follow: (debit) => watchDebit(deps, debit, { dryRun }),
      failure: 'direct debit not watched',
    });
    const seconds = { scheduled: 0, canceled: 0, failed: 0, collected: 0, unknown: 0, broken: 0 };
    await countEach(deps, await listOpenSeconds(deps.db), seconds, {
      follow: (second) => followSecondDebit(deps, second, { dryRun }),
      failure: 'second direct debit not followed',
    });
    return { ...report, open: open.length, watched, seconds, dryRun };
  },
});

/** Each debit on its own: one that fails does not stop the others. */
async function countEach<Outcome extends string>(
  { log }: Pick<AppDeps, 'log'>,
  debits: readonly DebitRow[],
  counts: Counts<Outcome>,
  { follow, failure }: { follow: (debit: DebitRow) => Promise<Outcome>; failure: string },
): Promise<void> {
  for (const debit of debits) {
    try {
      counts[await follow(debit)] += 1;
    } catch (error) {
      log.error({ err: error, directDebitId: debit.id }, failure);
      counts.broken += 1;
    }
  }
}

/** The job that payment-schedule enqueues when an echeance lacks another amount than before. */
export const resizeDebitWork = workOn(resizeDebitJob, (deps: Omit<Deps, 'log'>, { echeanceId }) => resizeDebit(deps, echeanceId));
