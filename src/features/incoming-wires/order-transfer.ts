// The order that brings the money of an automatic p2p, with the transaction that stands for it.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { openPayment } from '../../money/wallet/index.ts';

/** A payment whose money is to be sent; cents. */
export type UnpaidPayment = {
  id: string;
  propertyId: string | null;
  spvId: string;
  amountCents: number;
  comment: string;
  debitAccountId: string;
  /** The SPV's wallet. */
  accountId: string;
};

/** Writes order and WAITING transaction; nothing is held of ours, the money is the debited account's until it has arrived. */
export async function orderTransfer(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  payment: UnpaidPayment,
  at: Temporal.Instant,
): Promise<{ orderId: string; walletTransactionId: string | undefined }> {
  const { orderId, transactionIds } = await openPayment(tx, deps, {
    byRequest: true,
    order: {
      kind: 'transfer',
      purpose: 'payment-to-be-assigned',
      subjectId: payment.id,
      fromAccountId: payment.debitAccountId,
      toAccountId: payment.accountId,
      amountCents: payment.amountCents,
      comment: payment.comment,
      at,
    },
    sides: [{ type: 'SPV_P2P_IN', owner: { spvId: payment.spvId }, amountCents: payment.amountCents, held: false }],
    ...(payment.propertyId === null ? {} : { propertyId: payment.propertyId }),
  });
  return { orderId, walletTransactionId: transactionIds[0] };
}
