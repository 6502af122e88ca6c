// POST /administration/payouts/lines/:lineId/retry: a refused payout is ordered again, also of a wallet that was blocked.

import { recordAdminAction } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayouts } from '../../../money/payments/index.ts';
import { recordCouponTaxes } from '../../investing/taxation/index.ts';
import { assertCertainlyUnpaid } from './assert-certainly-unpaid.ts';
import { leaveRefused, lockLine, unorderedLines, waitingTaxes } from './line-queries.ts';
import { findRun } from './queries.ts';
import { payoutRunOf, refusedLine, toPayoutLineView } from './rules.ts';
import type { PayoutLineView } from './schemas.ts';
import { readLine } from './shown-line-queries.ts';

export type RetryLine = { lineId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * The line is waiting again, with another payment and the tax rate of its run; a job carries it out (A-payouts-8).
 * Errors: `payout-line-may-be-paid`, `not-found`, `payout-line-not-refused`.
 */
export async function retryLine(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'mover'>,
  input: RetryLine,
): Promise<PayoutLineView> {
  await assertCertainlyUnpaid(deps, input.lineId);
  return inIdempotentTransaction(deps.db, input.idempotency, (tx) => retry(tx, deps, input));
}

async function retry(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, { lineId, audit }: RetryLine): Promise<PayoutLineView> {
  const at = deps.clock.now();
  const { runId, status, grossCents } = refusedLine(await lockLine(tx, lineId));
  await leaveRefused(tx, lineId, { to: 'waiting' });
  const { accountId, ...run } = await findRun(tx, runId);
  if (accountId === null) throw new Error(`the SPV of property ${run.propertyId} has no wallet`);
  await openPayouts(tx, deps, payoutRunOf({ ...run, accountId, at }), unorderedLines(runId));
  if (run.kind === 'coupon') await recordCouponTaxes(tx, waitingTaxes(runId));
  const payload = { runId, status, grossCents };
  await recordAdminAction(tx, { ...audit, target: { type: 'payout-line', id: lineId }, payload, at });
  return toPayoutLineView(await readLine(tx, lineId));
}
