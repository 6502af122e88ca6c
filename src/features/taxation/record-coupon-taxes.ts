// What the coupon run keeps of each tax that it withholds: the part of the income tax and the social part (DOMAIN §4.3).

import type { Tx } from '../../core/db/transaction.ts';
import { insertCouponTaxes } from './coupon-queries.ts';
import { type TaxRate, withheldTax } from './rules.ts';

/** One payout of a coupon: `subjectId` is what its payment order was opened with, `rate` the one its tax was computed at. */
export type CouponTaxParts = { subjectId: string; grossCents: number; rate: TaxRate };

/** Rows of one statement, so that memory does not grow with the run. */
const ROWS_PER_STATEMENT = 5_000;

/**
 * To be called in the transaction that opened the payouts, after it, with the payouts of the run: finds each COUPON_PAYOUT and
 * WITHHOLDING_TAX by the subject of their order and keeps the parts of the tax. Payouts without tax are passed over. Throws when
 * a payout withheld another amount than its gross and rate give: the yearly form of its investor would be wrong.
 */
export async function recordCouponTaxes(tx: Tx, payouts: readonly CouponTaxParts[]): Promise<void> {
  const rows = payouts.flatMap(({ subjectId, grossCents, rate }) => {
    const { taxCents, incomeTaxPartCents, socialPartCents } = withheldTax(grossCents, rate);
    const { incomeTaxBps, socialBps } = rate;
    if (taxCents === 0) return [];
    return [{ subjectId, incomeTaxBps, socialBps, incomeTaxCents: incomeTaxPartCents, socialCents: socialPartCents }];
  });
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT);
    const written = await insertCouponTaxes(tx, part);
    if (written !== part.length)
      throw new Error(`${part.length - written} of ${part.length} payouts withheld another tax than their rate gives`);
  }
}
