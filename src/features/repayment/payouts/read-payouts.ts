// What was paid to holders in a month, line by line, what was refused, and the tax to remit for it.

import type { Static } from 'typebox';
import { centsOf, sumOf } from '../../../core/cents.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { readOpenPayments } from '../../../money/payments/index.ts';
import { findLinesPage, findRunMoment, listRefusedLines } from './line-queries.ts';
import { listRunsOfMonth, sumTaxesOfMonth } from './queries.ts';
import { instantsOf, type RunKind, toPayoutLineView, toTaxRemittance } from './rules.ts';
import type { PayoutLinesPage, PayoutLinesQuery, PayoutsOfMonth } from './schemas.ts';
import { findRemittance } from './tax-queries.ts';

/** Basis points as the API's percentage. */
const BPS_PER_PERCENT = 100;
const MAX_REFUSED_SHOWN = 100;

/**
 * GET /administration/payouts/:period: what was paid to holders in a month, what was refused, and the tax to remit for it.
 * A run belongs to the Paris month of its day, a tax to the one in which it was withheld.
 */
export async function readPayouts({ db, config }: Pick<AppDeps, 'db' | 'config'>, period: string): Promise<PayoutsOfMonth> {
  const first = Temporal.PlainDate.from(`${period}-01`);
  const runs = await listRunsOfMonth(db, first);
  const refused = await listRefusedLines(db, { first, limit: MAX_REFUSED_SHOWN });
  const totalOf = (...kinds: RunKind[]) =>
    sumOf(runs.filter(({ kind }) => kinds.includes(kind)).map(({ totalCents }) => totalCents));
  return {
    period,
    couponsFrom: first.with({ day: config.COUPON_PAYOUT_DAY_OF_MONTH }).toString(),
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
    remittance: remittance ? toTaxRemittance(remittance, await readOpenPayments(db, [remittance.paymentId])) : null,
  };
}

/**
 * GET /administration/payouts/runs/:runId/lines: what each holder gets of a run.
 * One page of a run's lines, by holder. Errors: `validation-failed` for a malformed cursor, `not-found`.
 */
export async function listPayoutLines(
  { db }: Pick<AppDeps, 'db'>,
  { runId, limit, cursor, ...filter }: Static<typeof PayoutLinesQuery> & { runId: string },
): Promise<Static<typeof PayoutLinesPage>> {
  const after = decodeCursor(cursor)?.id;
  const at = await findRunMoment(db, runId);
  if (at === undefined) throw new AppError(NOT_FOUND, { detail: 'Payout run not found' });
  const rows = await findLinesPage(db, runId, { ...filter, limit, after });
  // All lines of a run are of one moment; the holder names the place.
  return toPage(rows, limit, ({ customerId }) => ({ at, id: customerId }), toPayoutLineView);
}
