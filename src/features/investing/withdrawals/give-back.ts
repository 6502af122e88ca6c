// Gives a withdrawal back to the investor's wallet: refused, returned by the bank, or canceled before it was sent.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelHeldTransaction } from '../../../money/payments/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { issueCreditNote } from '../invoices/index.ts';
import { type Withdrawal, withdrawalMail } from './rules.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/** Releases the fee and credits its invoice; the hold of the amount is the payment's. `isCanceled`: nobody has refused it. */
export async function giveBack(
  tx: Tx,
  deps: Deps,
  withdrawal: Withdrawal & { isCanceled?: true },
  at: Temporal.Instant,
): Promise<void> {
  if (withdrawal.feeTransactionId !== null) await cancelHeldTransaction(tx, withdrawal.feeTransactionId, at);
  await enqueueEmail(tx, deps, { to: withdrawal.email, template: 'withdrawal-failed', data: failedMail(withdrawal) });
  if (withdrawal.invoiceId !== null)
    await issueCreditNote(tx, deps, {
      invoiceId: withdrawal.invoiceId,
      note: `Le retrait ${withdrawal.isCanceled ? 'est annulé' : 'n’a pas abouti'}, les frais sont rendus à votre portefeuille. Référence du retrait : ${withdrawal.id}`,
      at,
    });
}

function failedMail(withdrawal: Withdrawal & { isCanceled?: true }) {
  return { ...withdrawalMail(withdrawal), ...(withdrawal.isCanceled ? { canceled: true } : {}) };
}
