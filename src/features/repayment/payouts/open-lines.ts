// Opens the payouts of a run's lines: orders, transactions and jobs, and the parts of each tax.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayouts } from '../../../money/payments/index.ts';
import { recordCouponTaxes } from '../../investing/taxation/index.ts';
import { unorderedLines, waitingTaxes } from './line-queries.ts';
import { type RunKind, wordsOfKind } from './rules.ts';

/** One payout per line that has none open, at the provider by jobs; the parts of each tax are kept for the yearly forms. */
export async function openLines(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  run: { id: string; kind: RunKind; propertyId: string; accountId: string; label: string; at: Temporal.Instant },
): Promise<void> {
  const { id, kind, propertyId, accountId, label, at } = run;
  const comment = `${kind} ${label} ${propertyId}`;
  await openPayouts(tx, deps, { ...wordsOfKind(kind), fromAccountId: accountId, comment, propertyId, at }, unorderedLines(id));
  if (kind === 'coupon') await recordCouponTaxes(tx, waitingTaxes(id));
}
