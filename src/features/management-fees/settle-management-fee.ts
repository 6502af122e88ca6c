// What follows the provider's answer to the transfer of a management fee.

import { recordAdminAction } from '../../core/audit.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { move, PLATFORM, postToLedger, purseOf } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { issueFeeInvoice } from './issue-fee-invoice.ts';
import { lockFee } from './lock-fee.ts';
import { findTransactionOfOrder, markFeeExecuted, markFeeRefused, takeFeeAudit } from './queries.ts';

/** Succeeded: HELD to PLAT MAIN, the fee executed, audited and invoiced. Refused: the money goes back where it came from. */
export async function settleManagementFee(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  order: PaymentOrder,
  { status, at }: PaymentOutcome,
): Promise<void> {
  const fee = await lockFee(tx, order.subjectId);
  const transactionId = await findTransactionOfOrder(tx, order.id);
  if (fee?.orderId !== order.id || fee.spvId === null || transactionId === undefined)
    throw new Error(`fee of ${order.subjectId} is not paid by order ${order.id}`);
  const audit = await takeFeeAudit(tx, fee.echeanceId);
  const { spvId, echeanceId, takenCents } = fee;
  if (status === 'failed') {
    await dropTransaction(tx, transactionId, { to: 'FAILED', at });
    await giveBack(tx, { transactionId, spvId, takenCents, feeCents: order.amountCents, at });
    await markFeeRefused(tx, echeanceId);
    return;
  }
  const lines = move(order.amountCents, purseOf(spvId, 'HELD'), PLATFORM.MAIN);
  await confirmTransaction(tx, transactionId, { at, lines });
  if (!(await markFeeExecuted(tx, echeanceId, { from: 'pending', comment: null, at })))
    throw new Error(`fee of ${echeanceId} is not pending`);
  if (audit) await recordAdminAction(tx, { ...audit, target: { type: 'echeance', id: echeanceId }, at });
  await issueFeeInvoice(tx, deps, { ...fee, spvId }, at);
}

async function giveBack(
  tx: Tx,
  hold: { transactionId: string; spvId: string; takenCents: number; feeCents: number; at: Temporal.Instant },
): Promise<void> {
  const { transactionId, spvId, takenCents, feeCents, at } = hold;
  await postToLedger(tx, {
    reference: transactionId,
    step: 'release',
    type: 'MANAGEMENT_FEES',
    eventAt: at,
    createdAt: at,
    lines: [
      { account: purseOf(spvId, 'HELD'), amountCents: -feeCents },
      { account: purseOf(spvId, 'FEES'), amountCents: takenCents },
      { account: purseOf(spvId, 'MAIN'), amountCents: feeCents - takenCents },
    ],
  });
}
