// POST /administration/payouts/lines/:lineId/retry: a refused payout is ordered again, also of a wallet that was blocked.

import { recordAdminAction } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { leaveRefused } from './line-queries.ts';
import { lockRefusedLine } from './lock-refused-line.ts';
import { openLines } from './open-lines.ts';
import { findRun } from './queries.ts';
import { readLine } from './read-line.ts';
import type { PayoutLineView } from './schemas.ts';

/** Which line, and who asks. */
export type RetryLine = { lineId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * The line waits again, with another payment at the rate of its run; a job carries it out (A-payouts-8).
 * Errors: `not-found`, `payout-line-not-refused`.
 */
export async function retryLine(deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>, input: RetryLine): Promise<PayoutLineView> {
  return inIdempotentTransaction(deps.db, input.idempotency, (tx) => retry(tx, deps, input));
}

async function retry(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, { lineId, audit }: RetryLine): Promise<PayoutLineView> {
  const at = deps.clock.now();
  const { runId, status, grossCents } = await lockRefusedLine(tx, lineId);
  await leaveRefused(tx, lineId, { to: 'waiting' });
  const { accountId, ...run } = await findRun(tx, runId);
  if (accountId === null) throw new Error(`the SPV of property ${run.propertyId} has no wallet`);
  await openLines(tx, deps, { ...run, id: runId, accountId, at });
  const payload = { runId, status, grossCents };
  await recordAdminAction(tx, { ...audit, target: { type: 'payout-line', id: lineId }, payload, at });
  return readLine(tx, lineId);
}
