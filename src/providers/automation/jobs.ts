// Automation events are sent by a job that is enqueued in the transaction of their cause.

import type { Tx } from '../../core/db/transaction.ts';
import { defineJob, type Jobs } from '../../core/jobs/jobs.ts';
import type { Automation } from './automation.ts';

/** Notifies the automation webhook of one event. */
export const notifyAutomationJob = defineJob<{ automation: Automation }, { event: string; payload: Record<string, unknown> }>({
  name: 'notify-automation',
  work: async ({ automation }, { event, payload }) => automation.notify(event, payload),
});

/** Enqueues the job that sends the event after the commit. */
export async function enqueueAutomationEvent(
  tx: Tx,
  deps: { jobs: Jobs },
  notice: { event: string; payload: Record<string, unknown> },
): Promise<void> {
  await deps.jobs.enqueue(tx, notifyAutomationJob, notice);
}
