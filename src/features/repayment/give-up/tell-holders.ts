// Mails the holders of a project that was given up, or whose give-up was taken back.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { sendEmailJob } from '../../../providers/email/index.ts';
import { listLosers } from './queries.ts';

/** This many mails are enqueued in one statement, to limit its size. */
const MAILS_PER_STATEMENT = 500;

/** To each holder whose loss was recorded, with their part. */
export async function tellHolders(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  told: { giveUpId: string; propertyName: string; step: 'given-up' | 'taken-back'; at: Temporal.Instant },
): Promise<void> {
  const mails = (await listLosers(tx, told.giveUpId)).map(({ email, firstName, bricks, lossCents }) => ({
    to: email,
    template: 'project-given-up' as const,
    data: {
      ...{ propertyName: told.propertyName, step: told.step, bricks, lossCents, at: told.at.toString() },
      ...(firstName === null ? {} : { firstName }),
    },
  }));
  for (let from = 0; from < mails.length; from += MAILS_PER_STATEMENT)
    await deps.jobs.enqueueMany(tx, sendEmailJob, mails.slice(from, from + MAILS_PER_STATEMENT));
}
