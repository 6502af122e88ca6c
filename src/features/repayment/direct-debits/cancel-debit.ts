// Cancels a debit at the provider, and reads it again when that is refused.

import type { AppDeps } from '../../../deps.ts';
import type { DebitRow } from './queries.ts';

/** `refused`: it is collected, or can no longer be cancelled. `unknown`: no answer. `cause` is the provider's answer. */
export type Canceled = { result: 'canceled' | 'refused' | 'unknown'; cause: unknown };

/** A second cancellation is refused by the provider: the status of the debit then shows that it is cancelled. */
export async function cancelDebit({ payments }: Pick<AppDeps, 'payments'>, debit: DebitRow): Promise<Canceled> {
  const { id, accountId, providerDebitId } = debit;
  if (providerDebitId === null) throw new Error(`debit ${id} has no number at the provider`);
  const canceled = await payments.cancelDirectDebit(accountId, providerDebitId);
  if (canceled.ok && canceled.value.status === 'canceled') return { result: 'canceled', cause: canceled };
  if (!canceled.ok && canceled.kind === 'unavailable') return { result: 'unknown', cause: canceled };
  const found = await payments.getDirectDebit({ debitId: providerDebitId });
  if (!found.ok) return { result: 'unknown', cause: found };
  return { result: found.value?.status === 'canceled' ? 'canceled' : 'refused', cause: canceled };
}
