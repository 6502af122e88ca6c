// POST /api/auth/two-factor/send-otp: the code of the second factor is mailed.

import { codeBox } from '../../../core/code-box.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { sendSignInCodeJob } from './jobs.ts';
import { SIGN_IN_CODE_MINUTES, signInCodeOwner } from './rules.ts';

/** The library has made the code and kept a digest of it; the job row holds it sealed. */
export async function requestSignInCode(
  deps: Pick<AppDeps, 'config' | 'db' | 'jobs'>,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const sealed = codeBox(deps.config.MFA_ENCRYPTION_KEY).seal(code, signInCodeOwner(userId)).toString('base64');
  const expiresAt = Temporal.Now.instant().add({ minutes: SIGN_IN_CODE_MINUTES }).toString();
  await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, sendSignInCodeJob, { userId, sealed, expiresAt }));
}
