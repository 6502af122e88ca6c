// Opens the payouts of a run's lines: orders, transactions and jobs, and the parts of each tax.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { openPayouts } from '../../money/wallet/index.ts';
import { recordCouponTaxes } from '../taxation/index.ts';
import { type RunKind, unorderedLines, waitingTaxes } from './queries.ts';

const COUPON = { purpose: 'coupon', type: 'COUPON_PAYOUT' } as const;
const CAPITAL = { purpose: 'capital-repayment', type: 'CAPITAL_REPAYMENT' } as const;

/** One payout per line that has none, at the provider by jobs; the parts of each tax are kept for the yearly forms. */
export async function openLines(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  run: { id: string; kind: RunKind; propertyId: string; accountId: string; echeancePeriod: string; at: Temporal.Instant },
): Promise<void> {
  const { id, kind, propertyId, accountId, echeancePeriod, at } = run;
  const words = kind === 'coupon' ? COUPON : CAPITAL;
  const comment = `${kind} ${echeancePeriod} ${propertyId}`;
  await openPayouts(tx, deps, { ...words, fromAccountId: accountId, comment, propertyId, at }, unorderedLines(id));
  if (kind === 'coupon') await recordCouponTaxes(tx, waitingTaxes(id));
}
