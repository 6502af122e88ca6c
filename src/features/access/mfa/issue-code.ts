// Rate limit, code and mail of a context, for every route that asks for a code.

import { codeBox } from '../../../core/code-box.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { TOO_MANY_ATTEMPTS } from './errors.ts';
import { sendMfaCodeJob } from './jobs.ts';
import { type FreshCodes, type MfaContext, saveRequest } from './queries.ts';
import { mailboxesOf } from './replacements.ts';
import { type ContextKey, codeState, countedOnce, isSamePayload, isTfaAction, nextRetryDate, ownerOf } from './rules.ts';

/**
 * Counts the request and mails a code, to each mailbox that must be read and has not confirmed yet: the present code while it is valid and
 * has the same `payload`, else a new one (access.md#emailed-codes). The caller holds the lock of `context`. Error: `2fa.too-many-attempts` before the next retry date.
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
  const isKept =
    isReadable(context, key, config) && codeState(context, at) === 'valid' && isSamePayload(context.payload, payload);
  await saveRequest(tx, {
    ...key,
    ...countedOnce(context, at, config.MFA_COUNTER_TTL_SECONDS),
    fresh: isKept ? undefined : freshCodes(key, { config, at, payload }),
  });
  for (const mailbox of mailboxesOf(action))
    if (!isKept || mailbox !== context.confirmedAddress)
      await deps.jobs.enqueue(tx, sendMfaCodeJob, mailbox === 'new-address' ? { ...key, mailbox } : key);
}

/** A code that was encrypted with a former key can neither be mailed nor confirmed. */
function isReadable({ codeCiphertext }: MfaContext, key: ContextKey, { MFA_ENCRYPTION_KEY }: AppDeps['config']): boolean {
  return codeCiphertext !== null && codeBox(MFA_ENCRYPTION_KEY).open(codeCiphertext, ownerOf(key)) !== undefined;
}

/** Two codes of one change differ, so that each tells which mailbox was read. */
function freshCodes(
  key: ContextKey,
  { config, at, payload }: { config: AppDeps['config']; at: Temporal.Instant; payload: object },
): FreshCodes {
  const box = codeBox(config.MFA_ENCRYPTION_KEY);
  // A-mfa-2: the code of an action that uses the header `tfa` has the lifetime of that header.
  const ttlSeconds = isTfaAction(key.action) ? config.WITHDRAWAL_TFA_TTL_SECONDS : config.MFA_CODE_TTL_SECONDS;
  const code = box.newCode();
  let other = box.newCode();
  while (other === code) other = box.newCode();
  return {
    codeCiphertext: box.seal(code, ownerOf(key)),
    newAddressCodeCiphertext: mailboxesOf(key.action).includes('new-address')
      ? box.seal(other, ownerOf(key, 'new-address'))
      : null,
    codeExpiresAt: at.add({ seconds: ttlSeconds }),
    payload,
  };
}
