// GET /administration/payouts/:period: what was paid to holders in a month, what was refused, and the tax to remit for it.

import type { AppDeps } from '../../../deps.ts';
import { listRefusedLines } from './line-queries.ts';
import { findRemittance } from './remittance-queries.ts';
import { remittanceView } from './remittance-view.ts';
import { listRunsOfMonth, sumTaxesOfMonth } from './report-queries.ts';
import { instantsOf, type RunKind } from './rules.ts';
import type { PayoutsOfMonth } from './schemas.ts';

/** Basis points as the API's percentage. */
const BPS_PER_PERCENT = 100;
/** Refused lines that are shown; who has more of them begins with these. */
const REFUSED_SHOWN = 100;

/** Runs by their day, in the Paris month in which they ran; taxes in the one in which they were withheld (A-payouts-6). */
export async function readPayouts({ db }: Pick<AppDeps, 'db'>, period: string): Promise<PayoutsOfMonth> {
  const first = Temporal.PlainDate.from(`${period}-01`);
  const runs = await listRunsOfMonth(db, first);
  const refused = await listRefusedLines(db, { first, limit: REFUSED_SHOWN });
  const sumOf = (...kinds: RunKind[]) =>
    runs.filter(({ kind }) => kinds.includes(kind)).reduce((sum, run) => sum + run.totalCents, 0);
  return {
    period,
    runs: runs.map((run) => ({ ...run, runDate: run.runDate.toString() })),
    refused: {
      count: runs.reduce((sum, { refusedCount }) => sum + refusedCount, 0),
      lines: refused.map((line) => ({ ...line, settledAt: line.settledAt?.toString() ?? null })),
    },
    totals: {
      couponCents: sumOf('coupon'),
      capitalCents: sumOf('capital', 'unlent-capital'),
      saleCents: sumOf('sale'),
      taxCents: runs.reduce((sum, run) => sum + run.taxCents, 0),
    },
    taxRemittance: await readTaxes(db, period, first),
  };
}

async function readTaxes(db: AppDeps['db'], period: string, first: Temporal.PlainDate): Promise<PayoutsOfMonth['taxRemittance']> {
  const taxes = await sumTaxesOfMonth(db, first, instantsOf(period));
  const incomeTaxCents = taxes.reduce((sum, row) => sum + row.incomeTaxCents, 0);
  const socialCents = taxes.reduce((sum, row) => sum + row.socialCents, 0);
  const remittance = await findRemittance(db, period);
  return {
    incomeTaxCents,
    socialCents,
    totalCents: incomeTaxCents + socialCents,
    rates: taxes.map(({ incomeTaxBps, socialBps, ...row }) => ({
      incomeTaxRate: incomeTaxBps / BPS_PER_PERCENT,
      socialRate: socialBps / BPS_PER_PERCENT,
      ...row,
    })),
    remittance: remittance ? remittanceView(remittance) : null,
  };
}
