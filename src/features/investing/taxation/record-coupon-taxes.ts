// What the coupon run keeps of each tax that it withholds: the part of the income tax and the social part (tax.md#withholding).

import type { Subquery } from '../../../core/db/subquery.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type CouponTax, insertCouponTaxes } from './coupon-queries.ts';

export type { CouponTax };

/**
 * To be called in the transaction that opened the payouts, after it, with a query of the payouts of the run: finds each
 * COUPON_PAYOUT and WITHHOLDING_TAX by the subject of their order and keeps the parts of the tax. Payouts without tax are passed
 * over. Throws when a payout withheld another amount than its gross and rate give: the yearly form of its investor would be wrong.
 */
export async function recordCouponTaxes(tx: Tx, coupons: Subquery<CouponTax>): Promise<void> {
  const { taxed, written } = await insertCouponTaxes(tx, coupons);
  if (written !== taxed) throw new Error(`${taxed - written} of ${taxed} payouts withheld another tax than their rate gives`);
}
