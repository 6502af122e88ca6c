// Mail leaves from a job, written in the transaction of its cause: none is sent for what was rolled back, none is lost.

import type { Tx } from '../../core/db/transaction.ts';
import { defineJob, type Jobs } from '../../core/jobs.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { TemplateName } from './templates/index.ts';

/** Sends one mail. The job's id is its Message-ID, so a repeated send shows once. */
export const sendEmailJob = defineJob<{ mailer: Mailer }, Mail<TemplateName>>({
  name: 'send-email',
  concurrency: 4,
  work: async ({ mailer }, mail, { jobId }) => mailer.send({ ...mail, id: jobId }),
});

/** Writes the job that will send the mail after the commit. Instants in `data` may be ISO text. */
export async function enqueueEmail<Name extends TemplateName>(tx: Tx, deps: { jobs: Jobs }, mail: Mail<Name>): Promise<void> {
  await deps.jobs.enqueue(tx, sendEmailJob, mail);
}
