// Opens the payouts of a run's lines: orders, transactions and jobs, and the parts of each tax.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { openPayouts } from '../../money/wallet/index.ts';
import { recordCouponTaxes } from '../taxation/index.ts';
import type { NewLine, PayoutKind } from './queries.ts';

const COUPON = { purpose: 'coupon', type: 'COUPON_PAYOUT' } as const;
const CAPITAL = { purpose: 'capital-repayment', type: 'CAPITAL_REPAYMENT' } as const;

/** One payout per line, at the provider by jobs; the parts of each tax are kept for the yearly forms. */
export async function openLines(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  run: { kind: PayoutKind; propertyId: string; accountId: string; echeancePeriod: string; at: Temporal.Instant },
  lines: readonly Omit<NewLine, 'brickCount'>[],
): Promise<void> {
  const { kind, propertyId, accountId, echeancePeriod, at } = run;
  const words = kind === 'coupon' ? COUPON : CAPITAL;
  await openPayouts(
    tx,
    deps,
    { ...words, fromAccountId: accountId, comment: `${kind} ${echeancePeriod} ${propertyId}`, propertyId, at },
    lines.map(({ id, customerId, grossCents, taxCents }) => ({ subjectId: id, customerId, grossCents, taxCents })),
  );
  if (kind === 'coupon')
    await recordCouponTaxes(
      tx,
      lines.map(({ id, grossCents, rate }) => ({ subjectId: id, grossCents, rate })),
    );
}
