// Settles the pay-out of a withdrawal: paid, and the payment of its fee is opened; or failed, and all held money
// is released (A-withdrawals-6).

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, heldOf, move } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, orderHeldTransaction, settle } from '../../../money/payments/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { giveBack } from './give-back.ts';
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
