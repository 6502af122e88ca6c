// GET /administration/health: how the parts of the platform stand; and the provider alone, for the band of every page.

import type { Database } from '../../../core/db/pool.ts';
import type { AppDeps } from '../../../deps.ts';
import { sendEmailJob } from '../../../providers/email/index.ts';
import { readWorkers, takesWrites } from '../operator/index.ts';
import { countDueJobs, countFailedMails, countOpenPayments, findFailingOperations, listLastRuns } from './queries.ts';
import { type FailingOperation, isOfProvider, outageOf } from './rules.ts';
import type { PlatformHealth, ProviderHealth } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'process'>;

/** Whether the payment provider answers, as all processes have seen it. */
export async function readProviderHealth({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<ProviderHealth> {
  return toProviderHealth(await findFailingOperations(db), clock.now());
}

/** One short statement after another, as one request should not take every connection. */
export async function readHealth(deps: Deps): Promise<PlatformHealth> {
  const { db, clock } = deps;
  const now = clock.now();
  const failing = await findFailingOperations(db);
  return {
    version: deps.process.version,
    at: now.toString(),
    provider: toProviderHealth(failing, now),
    otherServices: failing.filter((each) => !isOfProvider(each)).map(toView),
    database: { isWritable: await takesWrites(deps) },
    workers: await readWorkers(db),
    jobs: shown(await countDueJobs(db, null)),
    mails: await readMails(db, now),
    openPayments: shown(await countOpenPayments(db)),
    lastRuns: (await listLastRuns(db)).map((run) => ({ ...run, endedAt: run.endedAt?.toString() ?? null })),
  };
}

async function readMails(db: Database, now: Temporal.Instant): Promise<PlatformHealth['mails']> {
  return {
    ...shown(await countDueJobs(db, sendEmailJob.name)),
    failedLastDay: await countFailedMails(db, now.subtract({ hours: 24 })),
  };
}

function toProviderHealth(failing: readonly FailingOperation[], now: Temporal.Instant): ProviderHealth {
  const outage = outageOf(failing, now);
  return { isDown: outage.length > 0, since: outage[0]?.failingSince.toString() ?? null, failing: outage.map(toView) };
}

function toView({ operation, failingSince, failedAt }: FailingOperation) {
  return { operation, failingSince: failingSince.toString(), failedAt: failedAt.toString() };
}

function shown({ count, oldestAt }: { count: number; oldestAt: Temporal.Instant | null }) {
  return { count, oldestAt: oldestAt?.toString() ?? null };
}
