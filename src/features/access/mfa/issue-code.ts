// Rate limit, code and mail of a context, for every route that asks for a code.

import { codeBox } from '../../../core/code-box.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { TOO_MANY_ATTEMPTS } from './errors.ts';
import { sendMfaCodeJob } from './jobs.ts';
import { type MfaContext, saveRequest } from './queries.ts';
import { type ContextKey, codeState, countedOnce, isSamePayload, isTfaAction, nextRetryDate, ownerOf } from './rules.ts';

/**
 * Counts the request and mails a code: the present one while it is valid and has the same `payload`, else a new one
 * (access.md#emailed-codes). The caller holds the lock of `context`. Error: `2fa.too-many-attempts` before the next retry date.
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

  const { action } = context;
  const key: ContextKey =
    'customerId' in context ? { customerId: context.customerId, action } : { administratorId: context.administratorId, action };
  const box = codeBox(config.MFA_ENCRYPTION_KEY);
  // A code that was encrypted with a former key can neither be mailed nor confirmed.
  const isReadable = context.codeCiphertext !== null && box.open(context.codeCiphertext, ownerOf(key)) !== undefined;
  const isKept = isReadable && codeState(context, at) === 'valid' && isSamePayload(context.payload, payload);
  // A-mfa-2: the code of an action that uses the header `tfa` has the lifetime of that header.
  const ttlSeconds = isTfaAction(action) ? config.WITHDRAWAL_TFA_TTL_SECONDS : config.MFA_CODE_TTL_SECONDS;
  await saveRequest(tx, {
    ...key,
    ...countedOnce(context, at, config.MFA_COUNTER_TTL_SECONDS),
    fresh: isKept
      ? undefined
      : { codeCiphertext: box.seal(box.newCode(), ownerOf(key)), codeExpiresAt: at.add({ seconds: ttlSeconds }), payload },
  });
  await deps.jobs.enqueue(tx, sendMfaCodeJob, key);
}
