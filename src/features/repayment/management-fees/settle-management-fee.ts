// Settles the transfer of a management fee.

import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, settle } from '../../../money/payments/index.ts';
import { markFeeRefused, markFeeTransferred } from '../payment-schedule/index.ts';
import { issueFeeInvoice } from './issue-fee-invoice.ts';
import { lockFee } from './lock-fee.ts';
import { sumHeldFrom } from './queries.ts';
import { linesAfterRefusal } from './rules.ts';

/**
 * Settlement of purpose `management-fees`. Succeeded: HELD to PLAT MAIN, the fee executed, audited and invoiced. Refused: the
 * hold is released, and money that was assigned meanwhile is moved to the purses it belongs to while the fee is open.
 */
export async function settleManagementFee(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  // Border: a payment's subject is of any table; that of a management fee is the echeance.
  const fee = await lockFee(tx, payment.subjectId as EcheanceId);
  if (fee?.orderId !== payment.id || fee.spvId === null)
    throw new Error(`fee of ${payment.subjectId} is not paid by payment ${payment.id}`);
  const { spvId, echeanceId, propertyId } = fee;
  await settle(tx, payment, {
    succeeded: async (at) => {
      await markFeeTransferred(tx, echeanceId, at);
      await issueFeeInvoice(tx, deps, { ...fee, spvId }, at);
      return move(payment.amountCents, purseOf(propertyId, 'HELD'), PLATFORM.MAIN);
    },
    failed: async () => {
      await markFeeRefused(tx, echeanceId);
      return linesAfterRefusal(fee.echeance, await sumHeldFrom(tx, payment.id, purseOf(propertyId, 'FEES')));
    },
  });
}
