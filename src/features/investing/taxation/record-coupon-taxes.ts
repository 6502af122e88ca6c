// Records the parts of each tax that a coupon run withholds: income tax and social
// contributions (tax.md#withholding, A-taxation-10).

import type { Subquery } from '../../../core/db/subquery.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type CouponTax, insertCouponTaxes } from './coupon-queries.ts';

/**
 * To be called with a query of the payouts of the run, in the transaction that has opened their payments: finds each
 * COUPON_PAYOUT and WITHHOLDING_TAX by the subject of their payment. Payouts without tax are skipped. Throws when a tax differs
 * from gross times rate: the yearly form of its investor would be wrong.
 */
export async function recordCouponTaxes(tx: Tx, coupons: Subquery<CouponTax>): Promise<void> {
  const { taxed, written } = await insertCouponTaxes(tx, coupons);
  if (written !== taxed) throw new Error(`${taxed - written} of ${taxed} payouts withheld another tax than their rate gives`);
}
