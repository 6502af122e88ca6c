// Asks the provider about every holder whose notification may have been lost, v1 included.

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { defineJob, workOn } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { findSpvAccount, followSpvJob } from '../../projects/spvs/index.ts';
import { type FollowDeps, followHolder } from './follow.ts';
import { type Due, listDue, markUnread } from './queries.ts';

const MAX_AT_ONCE = 200;
/** A notification about a holder who waits for nothing may be lost too; once a month finds it without loading the provider. */
const ASK_AGAIN_AFTER_DAYS = 30;

type Deps = FollowDeps & Pick<AppDeps, 'config'>;

/** Asks for the holders who wait, then for all that were not asked for in a long time. */
export const followOnboardingsJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'follow-onboardings',
  cron: '*/10 * * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => {
    const now = deps.clock.now();
    const due = await listDue(deps.db, {
      waitedSince: now.subtract({ minutes: deps.config.ONBOARDING_WAIT_MINUTES }),
      askedSince: now.subtract({ hours: 24 * ASK_AGAIN_AFTER_DAYS }),
      limit: MAX_AT_ONCE,
    });
    const report = { due: due.length, asked: 0, failed: 0, dryRun };
    if (dryRun) return report;
    // Holders who cannot be read come last; while the provider is away, its circuit breaker makes the rest quick.
    for (const one of due) {
      try {
        await ask(deps, one);
        report.asked += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        deps.log.warn({ err: error, ...one }, 'not read at the provider');
        await inTransaction(deps.db, (tx) => markUnread(tx, one, now));
        report.failed += 1;
      }
    }
    return report;
  },
});

async function ask(deps: Deps, { customerId, spvId, pathId }: Due): Promise<void> {
  if (customerId !== null) await followHolder(deps, { customerId });
  if (pathId !== null) await followHolder(deps, { pathId });
  const accountId = spvId === null ? null : await findSpvAccount(deps.db, spvId);
  if (spvId !== null && accountId !== null) await followHolder(deps, { spvId, accountId });
}

/** The job that spvs enqueues: reads the wallet of an SPV, and follows it. */
export const followSpvWork = workOn(followSpvJob, (deps: FollowDeps, { spvId, accountId }) =>
  followHolder(deps, { spvId, accountId }),
);
