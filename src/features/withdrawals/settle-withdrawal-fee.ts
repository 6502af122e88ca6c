// What follows the provider's answer to the fee of a paid withdrawal.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { heldOf, move, PLATFORM } from '../../money/ledger/index.ts';
import { confirmTransaction, type PaymentOrder, type PaymentOutcome, releaseOutgoing } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { issueCreditNote } from '../invoices/index.ts';
import { findWithdrawal } from './queries.ts';

/**
 * Settlement of purpose `withdrawal-fee`. A final refusal gives the fee back to the investor, with a credit note, and tells
 * the team: the withdrawal itself is paid (A-withdrawals-5).
 */
export async function settleWithdrawalFee(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const { id, customerId, feeTransactionId, feeCents, invoiceId } = await findWithdrawal(tx, order.subjectId);
  const { at } = outcome;
  if (feeTransactionId === null) throw new Error(`withdrawal ${id} has no fee`);
  if (outcome.status === 'succeeded') {
    const lines = move(feeCents, heldOf(customerId), PLATFORM.MAIN);
    if (!(await confirmTransaction(tx, feeTransactionId, { at, lines })))
      throw new Error(`the fee of withdrawal ${id} is not waiting`);
    return;
  }
  if (!(await releaseOutgoing(tx, feeTransactionId, { to: 'FAILED', at })))
    throw new Error(`the fee of withdrawal ${id} is not waiting`);
  await enqueueChatMessage(tx, deps, {
    channel: 'internal-alerts',
    text: `The provider refused the fee of withdrawal ${id} (payment order ${order.id}): ${outcome.reason}. The fee is given back and credited.`,
  });
  if (invoiceId !== null)
    await issueCreditNote(tx, deps, { invoiceId, note: `Frais non prélevés. Référence du retrait : ${id}`, at });
}
