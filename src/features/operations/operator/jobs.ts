// What the worker does for operators: its signs of life, and the watch over operations of external services that fail.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { PeriodicTask } from '../../../core/periodic-tasks.ts';
import { defineSampler } from '../../../core/telemetry/metrics.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { deleteWorker, listWorkers, markFailing, markRetired, markWorking, noteWorker, takeDueAlerts } from './queries.ts';
import { aliveWorkers } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'callWatch'>;

/** Writes the heartbeat of this worker, in the database's time as the clocks of machines differ. */
export const workerLifeTask: PeriodicTask<Pick<AppDeps, 'db' | 'process'>> = {
  name: 'worker-life',
  everyMs: 2_000,
  work: ({ db, process }) => inTransaction(db, (tx) => noteWorker(tx, process.id)),
};

/** Removes a worker that shuts down properly, so that it does not count as crashed. */
export async function forgetWorker({ db, process }: Pick<AppDeps, 'db' | 'process'>): Promise<void> {
  await inTransaction(db, (tx) => deleteWorker(tx, process.id));
}

export const workerSampler = defineSampler({
  name: 'workers',
  gauges: { mortar_workers: { help: 'Worker processes that live, by their heartbeats in the database.' } },
  read: async ({ db }: Pick<AppDeps, 'db'>) => ({ mortar_workers: [{ value: aliveWorkers(await listWorkers(db)).length }] }),
});

/** Writes what this process has observed; a final refusal is reported at once. */
export const writeCallsTask: PeriodicTask<Pick<Deps, 'db' | 'clock' | 'jobs' | 'callWatch'>> = {
  name: 'observed-calls',
  everyMs: 5_000,
  work: async (deps) => {
    const observed = deps.callWatch.take();
    if (observed.size === 0) return;
    const at = deps.clock.now();
    try {
      await inTransaction(deps.db, async (tx) => {
        // In the order of their names, as other processes write the same rows.
        for (const [operation, { isFailing, isRetired }] of [...observed].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
          const texts: string[] = [];
          if (isRetired && (await markRetired(tx, operation, at)))
            texts.push(
              `L’opération ${operation} n’est plus proposée (410) : chaque appel est refusé, réessayer n’y changera rien.`,
            );
          if (isFailing === true) await markFailing(tx, operation, at);
          if (isFailing === false && (await markWorking(tx, operation)))
            texts.push(`L’opération ${operation} répond de nouveau.`);
          for (const text of texts) await enqueueChatMessage(tx, deps, { channel: 'internal-alerts', text });
        }
      });
    } catch (error) {
      deps.callWatch.giveBack(observed);
      throw error;
    }
  },
};

const paris = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Paris' });

/** Shorter failures end by themselves, and payments wait them out. */
const ALERT_AFTER_MINUTES = 60;

/** Tells of what has failed for {@link ALERT_AFTER_MINUTES} without one success. */
export const outsideOperationsJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'outside-operations',
  cron: '*/5 * * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => {
    if (dryRun) return { alerted: 0, dryRun };
    await writeCallsTask.work(deps);
    const at = deps.clock.now();
    const since = at.subtract({ minutes: ALERT_AFTER_MINUTES });
    return inTransaction(deps.db, async (tx) => {
      const due = await takeDueAlerts(tx, since, at);
      for (const { operation, failingSince } of due) {
        const from = failingSince ? paris.format(failingSince.epochMilliseconds) : '';
        const text = `L’opération ${operation} ne répond plus depuis le ${from}.`;
        await enqueueChatMessage(tx, deps, { channel: 'internal-alerts', text });
      }
      return { alerted: due.length, dryRun };
    });
  },
});

/** Outcome of an operation's calls since the last look: the last conclusive one, and whether the service has retired it. */
export type Observed = { isFailing: boolean | null; isRetired: boolean };

export type CallWatch = {
  observe(call: { operation: string; outcome: string }): void;
  /** What was observed since the last time, by operation. */
  take(): Map<string, Observed>;
  /** Gives back what could not be written; what was observed since counts more. */
  giveBack(observed: ReadonlyMap<string, Observed>): void;
};

/** One per process. A refusal shows that the service works; `retired` says nothing of whether it does. */
export function createCallWatch(): CallWatch {
  let seen = new Map<string, Observed>();
  return {
    observe({ operation, outcome }) {
      const before = seen.get(operation);
      const isRetired = outcome === 'retired';
      const isFailing = isRetired ? (before?.isFailing ?? null) : outcome === 'unavailable' || outcome === 'unauthorized';
      seen.set(operation, { isFailing, isRetired: isRetired || before?.isRetired === true });
    },
    take() {
      const taken = seen;
      seen = new Map();
      return taken;
    },
    giveBack(observed) {
      for (const [operation, { isFailing, isRetired }] of observed) {
        const since = seen.get(operation);
        seen.set(operation, {
          isFailing: since?.isFailing ?? isFailing,
          isRetired: isRetired || since?.isRetired === true,
        });
      }
    },
  };
}
