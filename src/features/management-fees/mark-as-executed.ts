// POST .../management-fees/mark-as-executed: the fee was paid outside the platform.

import { recordAdminAction } from '../../core/audit.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { move, purseOf } from '../../money/ledger/index.ts';
import { bookTransaction } from '../../money/wallet/index.ts';
import { FEES_MUST_BE_NOT_EXECUTED, FEES_PAYMENT_NOT_FOUND } from './errors.ts';
import { issueFeeInvoice } from './issue-fee-invoice.ts';
import { lockFee } from './lock-fee.ts';
import { markFeeExecuted } from './queries.ts';

/** `paymentId` is the id of the echeance. */
export type MarkAsExecuted = { propertyId: string; paymentId: string; comment: string; audit: RouteAudit };

/**
 * notExecuted to executed; no money leaves, what the echeance brought for the fee goes FEES to SURPLUS. Errors:
 * `management-fees-must-be-not-executed` (also while a transfer is on its way), `payment-not-found` (unknown, of another property, no fee).
 */
export async function markAsExecuted(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: MarkAsExecuted,
): Promise<undefined> {
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const fee = await lockFee(tx, input.paymentId);
    if (fee?.propertyId !== input.propertyId) throw new AppError(FEES_PAYMENT_NOT_FOUND);
    if (!(await markFeeExecuted(tx, fee.echeanceId, { from: 'notExecuted', comment: input.comment, at })))
      throw new AppError(FEES_MUST_BE_NOT_EXECUTED);
    if (fee.spvId !== null) {
      const { spvId, propertyId, feesReceivedCents: amountCents } = fee;
      const lines = move(amountCents, purseOf(spvId, 'FEES'), purseOf(spvId, 'SURPLUS'));
      if (amountCents > 0)
        await bookTransaction(tx, { type: 'ASSIGNMENT', owner: { spvId }, amountCents, propertyId, at, eventAt: at, lines });
      await issueFeeInvoice(tx, deps, { ...fee, spvId: fee.spvId }, at);
    }
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'echeance', id: fee.echeanceId },
      payload: { comment: input.comment, period: fee.period, propertyId: fee.propertyId },
      at,
    });
  });
  return undefined;
}
