// GET /administration/payouts/:period: what was paid to holders in a month, what was refused, and the tax to remit for it.

import { centsOf, sumOf } from '../../../core/cents.ts';
import type { AppDeps } from '../../../deps.ts';
import { readOpenPayments } from '../../../money/payments/index.ts';
import { listRunsOfMonth, sumTaxesOfMonth } from './report-queries.ts';
import { instantsOf, type RunKind, toPayoutLineView, toTaxRemittance } from './rules.ts';
import type { PayoutsOfMonth } from './schemas.ts';
import { listRefusedLines } from './shown-line-queries.ts';
import { findRemittance } from './tax-queries.ts';

/** Basis points as the API's percentage. */
const BPS_PER_PERCENT = 100;
const MAX_REFUSED_SHOWN = 100;

/** A run belongs to the Paris month of its day, a tax to the one in which it was withheld (A-payouts-6). */
export async function readPayouts({ db }: Pick<AppDeps, 'db'>, period: string): Promise<PayoutsOfMonth> {
  const first = Temporal.PlainDate.from(`${period}-01`);
  const runs = await listRunsOfMonth(db, first);
  const refused = await listRefusedLines(db, { first, limit: MAX_REFUSED_SHOWN });
  const totalOf = (...kinds: RunKind[]) =>
    sumOf(runs.filter(({ kind }) => kinds.includes(kind)).map(({ totalCents }) => totalCents));
  return {
    period,
    runs: runs.map((run) => ({ ...run, runDate: run.runDate.toString() })),
    refused: {
      count: runs.reduce((sum, { refusedCount }) => sum + refusedCount, 0),
      lines: refused.map(toPayoutLineView),
    },
    totals: {
      couponCents: totalOf('coupon'),
      capitalCents: totalOf('capital', 'unlent-capital'),
      saleCents: totalOf('sale'),
      taxCents: sumOf(runs.map(({ taxCents }) => taxCents)),
    },
    taxRemittance: await readTaxes(db, period, first),
  };
}

async function readTaxes(db: AppDeps['db'], period: string, first: Temporal.PlainDate): Promise<PayoutsOfMonth['taxRemittance']> {
  const taxes = await sumTaxesOfMonth(db, first, instantsOf(period));
  const incomeTaxCents = sumOf(taxes.map((row) => row.incomeTaxCents));
  const socialCents = sumOf(taxes.map((row) => row.socialCents));
  const remittance = await findRemittance(db, period);
  return {
    incomeTaxCents,
    socialCents,
    totalCents: centsOf(incomeTaxCents + socialCents),
    rates: taxes.map(({ incomeTaxBps, socialBps, ...row }) => ({
      incomeTaxRate: incomeTaxBps / BPS_PER_PERCENT,
      socialRate: socialBps / BPS_PER_PERCENT,
      ...row,
    })),
    remittance: remittance ? toTaxRemittance(remittance, await readOpenPayments(db, [remittance.orderId])) : null,
  };
}
