// One debit of ours may stand twice at the provider, which does not promise that a reference is unique: one counts, others are cancelled.

import { formatEuros } from '../../core/cents.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import type { DirectDebit } from '../../providers/payments/index.ts';
import type { DebitRow } from './queries.ts';

/** Cancels one that counts for nothing while it still waits, and tells the team; what was collected twice is told by the log. */
export async function cancelSecond(
  deps: Pick<AppDeps, 'db' | 'jobs' | 'log' | 'payments'>,
  debit: DebitRow,
  second: DirectDebit,
): Promise<void> {
  if (second.status === 'failed' || second.status === 'canceled') return;
  const canceled = await deps.payments.cancelDirectDebit(debit.accountId, second.debitId);
  if (!canceled.ok || canceled.value.status !== 'canceled') {
    deps.log.error({ directDebitId: debit.id, providerDebitId: second.debitId }, 'a second debit could not be cancelled');
    return;
  }
  await inTransaction(deps.db, (tx) =>
    enqueueChatMessage(tx, deps, {
      channel: 'payment-schedule',
      text: `Prélèvement ${second.debitId} de ${formatEuros(second.amountCents)} en double (référence ${debit.id}) : annulé chez le prestataire.`,
    }),
  );
}
