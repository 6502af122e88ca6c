// Before the session layer proves an address: a job that welcomes, should the request die between the proof and the welcome.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { welcomeVerifiedJob } from './jobs.ts';
import { fieldsOf } from './rules.ts';

/** Longer than any request lives: the job finds the work done, but for the one case that it is there for. */
const LATER_SECONDS = 120;

/** The library changes its tables in transactions of its own, in which no job of ours can be written. */
export async function welcomeLater(deps: Pick<AppDeps, 'db' | 'jobs'>, body: unknown): Promise<void> {
  const { email } = fieldsOf(body);
  if (email === undefined) return;
  await inTransaction(deps.db, (tx) =>
    deps.jobs.enqueue(tx, welcomeVerifiedJob, { email: email.toLowerCase() }, { startAfterSeconds: LATER_SECONDS }),
  );
}
