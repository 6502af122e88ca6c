// What payouts, give-ups and final settlements record for the yearly form of the holders.

import type { Subquery } from '../../../core/db/sql-fragments.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import {
  type CapitalLoss,
  type CouponTax,
  insertCouponTax,
  insertCouponTaxes,
  insertLosses,
  type SingleCouponTax,
} from './record-queries.ts';

// Records the parts of each tax that a coupon run withholds: income tax and social
// contributions (tax.md#withholding, A-taxation-10).

/**
 * To be called with a query of the payouts of the run, in the transaction that has opened their payments: finds each
 * COUPON_PAYOUT and WITHHOLDING_TAX by the subject of their payment. Payouts without tax are skipped. Throws when a tax differs
 * from gross times rate: the yearly form of its investor would be wrong.
 */
export async function recordCouponTaxes(tx: Tx, coupons: Subquery<CouponTax>): Promise<void> {
  const { taxed, written } = await insertCouponTaxes(tx, coupons);
  if (written !== taxed) throw new Error(`${taxed - written} of ${taxed} payouts withheld another tax than their rate gives`);
}

// Records the parts of the tax of one coupon that was paid outside the provider.

/** For the yearly form, like `recordCouponTaxes` for a run. Throws when the tax differs from gross times rate. */
export async function recordCouponTax(tx: Tx, coupon: SingleCouponTax): Promise<void> {
  if (!(await insertCouponTax(tx, coupon)))
    throw new Error(`coupon ${coupon.couponTransactionId} withheld another tax than its rate gives`);
}

// Records the capital that a give-up or a final settlement left unpaid, for the yearly form of the holders.

/**
 * To be called once, in the transaction of the give-up or the settlement: divides the loss over the bricks as they are held at that moment
 * (A-taxation-11). Throws when nobody holds bricks.
 */
export async function recordCapitalLosses(tx: Tx, loss: CapitalLoss): Promise<void> {
  const sharedCents = await insertLosses(tx, loss);
  if (sharedCents !== loss.lossCents)
    throw new Error(`property ${loss.propertyId}: only ${sharedCents} cents of a loss of ${loss.lossCents} were divided`);
}
