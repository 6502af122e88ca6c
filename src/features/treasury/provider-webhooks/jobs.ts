// Notifications that could not be handled when they came are handled later.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { attemptEvent } from './attempt-event.ts';
import { listUnprocessed, noteOutcome } from './queries.ts';

const MAX_EVENTS = 200;
/** What is older stays in the table for a person to look at (A-provider-webhooks-4). */
const REPLAYED_FOR_HOURS = 72;

/** Handles what failed, oldest first; one failure does not hold up the others. */
export const replayWebhookJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>, { dryRun?: boolean }>({
  name: 'replay-webhook',
  cron: '*/5 * * * *',
  onDemand: true,
  concurrency: 1,
  work: async (deps, { dryRun = false }) => {
    const events = await listUnprocessed(deps.db, deps.clock.now().subtract({ hours: REPLAYED_FOR_HOURS }), MAX_EVENTS);
    const report = { open: events.length, processed: 0, failed: 0, dryRun };
    if (dryRun) return report;
    for (const event of events) {
      try {
        const outcome = await attemptEvent(deps, event);
        await inTransaction(deps.db, (tx) => noteOutcome(tx, event.id, outcome, deps.clock.now()));
        if (outcome.state !== 'handled') throw outcome.error;
        report.processed += 1;
      } catch (error) {
        deps.log.warn({ err: error, eventId: event.id }, 'replayed notification failed again');
        report.failed += 1;
      }
    }
    return report;
  },
});
