// Settles the transfer of a p2p-auto payment.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, move, PLATFORM, unassignedOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { alertUnpaid } from './alert-unpaid.ts';
import { findPayment, lockPayment } from './queries.ts';
import { lockDestination } from './reference-queries.ts';
import { linkMovement } from './transfer-queries.ts';

/** SPV_P2P_IN: the debited account to UNASSIGNED, and the record gets its wire id. Refused: alerts; the record waits for a retry. */
export async function settlePaymentToBeAssigned(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  payment: EndedPayment,
): Promise<void> {
  const seen = await findPayment(tx, payment.subjectId);
  const destination = seen?.propertyId ? await lockDestination(tx, seen.propertyId) : undefined;
  const row = await lockPayment(tx, payment.subjectId);
  if (!destination || row?.paymentOrderId !== payment.id) throw new Error(`no record belongs to order ${payment.id}`);
  await settle(tx, payment, {
    succeeded: async () => {
      if (payment.providerPaymentId === null) throw new Error(`order ${payment.id} succeeded without a movement`);
      await linkMovement(tx, row.id, { ...destination, providerWireId: payment.providerPaymentId });
      const from = payment.fromAccountId === deps.config.PLATFORM_MAIN_ACCOUNT_ID ? PLATFORM.MAIN : EXTERNAL;
      return move(row.amountCents, from, unassignedOf(destination));
    },
    failed: async () => {
      await alertUnpaid(tx, deps, row);
      return NOTHING_TO_POST;
    },
  });
}
