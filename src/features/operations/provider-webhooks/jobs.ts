// Notifications whose effect failed are replayed.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import { inSpan } from '../../../core/telemetry/trace.ts';
import { EFFECTS, type EffectDeps } from './notifications.ts';
import { listUnprocessed, writeOutcome } from './queries.ts';
import { HANDLED, type NotificationEvent, outcomeOfError } from './rules.ts';

const MAX_EVENTS = 200;
/** Older events stay in the table for a person to look at. */
const REPLAYED_FOR_HOURS = 72;

/** Replays failed events, each in its turn; one failure does not stop the others. */
export const replayWebhookJob = defineJob<EffectDeps, { dryRun?: boolean }>({
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
        await inSpan({ name: `replay ${event.name}`, links: [event.traceparent] }, () => replay(deps, event));
        report.processed += 1;
      } catch (error) {
        deps.log.warn({ err: error, eventId: event.id }, 'replayed notification failed again');
        report.failed += 1;
      }
    }
    return report;
  },
});

async function replay(deps: EffectDeps, event: NotificationEvent & { id: string }): Promise<void> {
  const outcome = await EFFECTS[event.name](deps, event).then(() => HANDLED, outcomeOfError);
  await inTransaction(deps.db, (tx) => writeOutcome(tx, event.id, outcome, deps.clock.now()));
  if (outcome.state !== 'handled') throw outcome.error;
}
