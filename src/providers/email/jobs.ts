// Mail is sent by a job that is enqueued in the transaction of its cause: none is sent after a rollback, none is lost.

import type { Tx } from '../../core/db/transaction.ts';
import { defineJob, type Jobs, TRIED_FOR_A_DAY } from '../../core/jobs/jobs.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { TemplateName } from './templates/index.ts';

/** Sends one mail. The job's id becomes its Message-ID, so that mail clients can deduplicate a repeated send. */
export const sendEmailJob = defineJob<{ mailer: Mailer }, Mail<TemplateName>>({
  name: 'send-email',
  concurrency: 4,
  ...TRIED_FOR_A_DAY,
  work: async ({ mailer }, mail, { jobId }) => mailer.send({ ...mail, id: jobId }),
});

/** Enqueues the job that sends the mail after the commit. Instants in `data` may be ISO text. */
export async function enqueueEmail<Name extends TemplateName>(tx: Tx, deps: { jobs: Jobs }, mail: Mail<Name>): Promise<void> {
  await deps.jobs.enqueue(tx, sendEmailJob, mail);
}
