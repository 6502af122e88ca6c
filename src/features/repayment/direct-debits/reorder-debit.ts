// Last step of a change of amount: the next debit is ordered at the provider (begin-debit-change.ts).

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebitOrder } from '../../../providers/payments/index.ts';
import { orderDebit } from './order-debit.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments' | 'jobs'>;

/** When it is refused, the echeance has no debit any more, and the team is alerted. */
export async function reorderDebit(deps: Deps, order: DirectDebitOrder): Promise<void> {
  const { result } = await orderDebit(deps, order);
  if (result !== 'refused') return;
  await inTransaction(deps.db, (tx) =>
    enqueueChatMessage(tx, deps, {
      channel: 'payment-schedule',
      text: `Le prélèvement de ${formatEuros(order.amountCents)} (${order.comment}, compte ${order.accountId}) a été annulé pour changer de montant et n’a pas pu être reprogrammé : l’échéance n’est plus programmée.`,
    }),
  );
}
