// Reads an account at the provider, for whoever follows it (A-provider-webhooks-6).

import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Account } from '../../../providers/payments/index.ts';

/** Null for an account that the provider does not know. Error: `internal-error` when the provider does not answer. */
export async function readAccount(deps: Pick<AppDeps, 'payments' | 'log'>, accountId: string): Promise<Account | null> {
  const read = await deps.payments.getAccount(accountId);
  if (read.ok) return read.value;
  if (read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
  deps.log.warn({ accountId }, 'account that the provider does not know');
  return null;
}
