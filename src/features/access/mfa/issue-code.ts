// Makes a context active: the limiter, the code and its mail, for every route that asks for a code.

import { codeBox } from '../../../core/code-box.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { TOO_MANY_ATTEMPTS } from './errors.ts';
import { sendMfaCodeJob } from './jobs.ts';
import { type MfaContext, saveRequest } from './queries.ts';
import { codeState, countedOnce, isSameContext, isTfaAction, nextRetryDate, ownerOf } from './rules.ts';

/**
 * Counts the request and mails a code: the same one while it is valid and carries the same `payload`, else a new one
 * (access.md#emailed-codes).
 * The caller holds the lock of `context`. Error: `2fa.too-many-attempts` before the next retry date.
 */
export async function issueCode(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  context: MfaContext,
  payload: object,
): Promise<void> {
  const { config } = deps;
  const at = deps.clock.now();
  const retryAt = nextRetryDate(context, at);
  if (retryAt && Temporal.Instant.compare(at, retryAt) < 0)
    throw new AppError(TOO_MANY_ATTEMPTS, { detail: `The next code can be asked for at ${retryAt.toString()}.` });

  const key = { customerId: context.customerId, action: context.action };
  const box = codeBox(config.MFA_ENCRYPTION_KEY);
  // A code sealed under a former key can neither be mailed nor confirmed.
  const isReadable = context.codeCiphertext !== null && box.open(context.codeCiphertext, ownerOf(key)) !== undefined;
  const isKept = isReadable && codeState(context, at) === 'valid' && isSameContext(context.payload, payload);
  // A-mfa-2: a code that serves as `tfa` lives as long as that header may use it.
  const ttlSeconds = isTfaAction(key.action) ? config.WITHDRAWAL_TFA_TTL_SECONDS : config.MFA_CODE_TTL_SECONDS;
  await saveRequest(tx, {
    ...key,
    ...countedOnce(context, at, config.MFA_COUNTER_TTL_SECONDS),
    fresh: isKept
      ? undefined
      : { codeCiphertext: box.seal(box.newCode(), ownerOf(key)), codeExpiresAt: at.add({ seconds: ttlSeconds }), payload },
  });
  await deps.jobs.enqueue(tx, sendMfaCodeJob, key);
}
