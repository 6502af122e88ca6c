// GET /administration/payouts/:period: what was paid to holders in a month, and the tax to remit for it.

import type { AppDeps } from '../../deps.ts';
import type { RunKind } from './queries.ts';
import { listRunsOfMonth, sumTaxesOfMonth } from './report-queries.ts';
import type { PayoutsOfMonth } from './schemas.ts';

/** Basis points as the API's percentage. */
const BPS_PER_PERCENT = 100;

/** Runs by their day, in the Paris month in which they ran (A-payouts-6). */
export async function readPayouts({ db }: Pick<AppDeps, 'db'>, period: string): Promise<PayoutsOfMonth> {
  const first = Temporal.PlainDate.from(`${period}-01`);
  const runs = await listRunsOfMonth(db, first);
  const taxes = await sumTaxesOfMonth(db, first);
  const sumOf = (...kinds: RunKind[]) =>
    runs.filter(({ kind }) => kinds.includes(kind)).reduce((sum, run) => sum + run.totalCents, 0);
  const incomeTaxCents = taxes.reduce((sum, row) => sum + row.incomeTaxCents, 0);
  const socialCents = taxes.reduce((sum, row) => sum + row.socialCents, 0);
  return {
    period,
    runs: runs.map((run) => ({ ...run, runDate: run.runDate.toString() })),
    totals: {
      couponCents: sumOf('coupon'),
      capitalCents: sumOf('capital', 'unlent-capital'),
      taxCents: runs.reduce((sum, run) => sum + run.taxCents, 0),
    },
    taxRemittance: {
      incomeTaxCents,
      socialCents,
      totalCents: incomeTaxCents + socialCents,
      rates: taxes.map(({ incomeTaxBps, socialBps, ...row }) => ({
        incomeTaxRate: incomeTaxBps / BPS_PER_PERCENT,
        socialRate: socialBps / BPS_PER_PERCENT,
        ...row,
      })),
    },
  };
}
