// Settles a withdrawal, and then the fee that was held with it; after a refusal both are released.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, heldOf, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, orderHeldTransaction, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { issueCreditNote } from '../invoices/index.ts';
import { giveBack } from './cancel.ts';
import { findWithdrawal } from './queries.ts';
import { type Withdrawal, withdrawalMail } from './rules.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/** Settlement of purpose `withdrawal`. */
export async function settleWithdrawal(tx: Tx, deps: Deps, payment: EndedPayment): Promise<void> {
  const withdrawal = await findWithdrawal(tx, payment.subjectId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await complete(tx, deps, withdrawal, at);
      return move(withdrawal.amountCents, heldOf(withdrawal.customerId), EXTERNAL);
    },
    failed: async (at) => {
      await giveBack(tx, deps, withdrawal, at);
      return NOTHING_TO_POST;
    },
  });
}

async function complete(tx: Tx, deps: Deps, withdrawal: Withdrawal, at: Temporal.Instant): Promise<void> {
  if (withdrawal.feeTransactionId !== null) await orderFee(tx, deps, withdrawal, withdrawal.feeTransactionId, at);
  await enqueueEmail(tx, deps, {
    to: withdrawal.email,
    template: 'withdrawal-completed',
    data: { ...withdrawalMail(withdrawal), completedAt: at.toString() },
  });
}

/** The fee is taken only after the pay-out, so that a failed withdrawal never costs anything (A-withdrawals-4). */
async function orderFee(tx: Tx, deps: Deps, withdrawal: Withdrawal, transactionId: string, at: Temporal.Instant): Promise<void> {
  await orderHeldTransaction(tx, deps, {
    transactionId,
    order: {
      kind: 'transfer',
      purpose: 'withdrawal-fee',
      subjectId: withdrawal.id,
      fromAccountId: withdrawal.customerId,
      toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents: withdrawal.feeCents,
      comment: `Fee of withdrawal ${withdrawal.id}`,
      at,
    },
  });
}

/**
 * Settlement of purpose `withdrawal-fee`. After a final refusal the fee is released to the investor, with a credit note and an
 * alert to the team; the withdrawal itself stays paid.
 */
export async function settleWithdrawalFee(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const { id, customerId, feeCents, invoiceId } = await findWithdrawal(tx, payment.subjectId);
  await settle(tx, payment, {
    succeeded: async () => move(feeCents, heldOf(customerId), PLATFORM.MAIN),
    failed: async (at, { reason }) => {
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé les frais du retrait ${id} (paiement ${payment.id}) : ${reason}. Les frais sont rendus et crédités.`,
      });
      if (invoiceId !== null)
        await issueCreditNote(tx, deps, { invoiceId, note: `Frais non prélevés. Référence du retrait : ${id}`, at });
      return NOTHING_TO_POST;
    },
  });
}
