// POST /api/auth/email-otp/send-verification-otp and /request-password-reset: a code is mailed, to who has an account.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { sendEmailCodeJob } from './jobs.ts';
import type { EmailCodePurpose } from './rules.ts';

/** The same job for any address: whether somebody has it is looked up by the worker, where no time is seen (A-session-12). */
export async function requestEmailCode(
  deps: Pick<AppDeps, 'db' | 'jobs'>,
  request: { email: string; purpose: EmailCodePurpose },
): Promise<void> {
  await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, sendEmailCodeJob, request));
}
