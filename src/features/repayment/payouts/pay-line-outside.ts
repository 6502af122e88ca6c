// POST /administration/payouts/lines/:lineId/paid-outside: the holder of a refused payout was paid by other means.

import { recordAdminAction } from '../../../core/audit.ts';
import { centsOf } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { recordCouponTax } from '../../investing/taxation/index.ts';
import { assertCertainlyUnpaid } from './assert-certainly-unpaid.ts';
import { finishRepaidProjectJob } from './jobs.ts';
import { hasWaitingLines, type LineRow, leaveRefused, lockLine } from './line-queries.ts';
import { paymentsOfKind, purseOfKind, refusedLine, toPayoutLineView } from './rules.ts';
import type { PayoutLineView } from './schemas.ts';
import { readLine } from './shown-line-queries.ts';

/** Which line, how it was paid, and the audit data of the administrator. */
export type PayLineOutside = { lineId: string; comment: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * The holder gets the transactions of a paid line, with its tax withheld, and the net amount leaves their wallet again at once: that
 * money is still on the SPV's wallet, and becomes surplus of the project (A-payouts-9). Errors: `payout-line-may-be-paid`,
 * `not-found`, `payout-line-not-refused`.
 */
export async function payLineOutside(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'mover'>,
  input: PayLineOutside,
): Promise<PayoutLineView> {
  const { lineId, comment, audit, idempotency } = input;
  await assertCertainlyUnpaid(deps, lineId);
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const line = refusedLine(await lockLine(tx, lineId));
    await leaveRefused(tx, lineId, { to: 'paidOutside', comment, at });
    await bookOutside(tx, line, at);
    if (!(await hasWaitingLines(tx, line.runId)))
      await deps.jobs.enqueue(tx, finishRepaidProjectJob, { propertyId: line.propertyId });
    const { runId, status, grossCents, taxCents } = line;
    const payload = { runId, status, grossCents, taxCents, comment };
    await recordAdminAction(tx, { ...audit, target: { type: 'payout-line', id: lineId }, payload, at });
    return toPayoutLineView(await readLine(tx, lineId));
  });
}

async function bookOutside(tx: Tx, line: LineRow, at: Temporal.Instant): Promise<void> {
  const { kind, customerId, propertyId, grossCents, taxCents } = line;
  const wallet = availableOf(customerId);
  const common = { owner: { customerId }, propertyId, at, eventAt: at };
  const couponTransactionId = await bookTransaction(tx, {
    ...common,
    type: paymentsOfKind(kind).type,
    amountCents: grossCents,
    lines: move(grossCents, purseOf(propertyId, purseOfKind(kind)), wallet),
  });
  if (taxCents > 0) {
    const lines = move(taxCents, wallet, PLATFORM.TAX);
    const taxTransactionId = await bookTransaction(tx, { ...common, type: 'WITHHOLDING_TAX', amountCents: taxCents, lines });
    await recordCouponTax(tx, { ...line, taxTransactionId, couponTransactionId });
  }
  const netCents = centsOf(grossCents - taxCents);
  const lines = move(netCents, wallet, purseOf(propertyId, 'SURPLUS'));
  await bookTransaction(tx, { ...common, type: 'PAID_OUTSIDE', amountCents: netCents, lines });
}
