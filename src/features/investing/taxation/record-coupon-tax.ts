// What is kept of the tax of one coupon that was paid without a payment of ours: the part of the income tax and the social part.

import type { Tx } from '../../../core/db/transaction.ts';
import { insertCouponTax } from './coupon-queries.ts';

/** The two transactions of the coupon, both written before; cents and basis points. */
export type SingleCouponTax = {
  taxTransactionId: string;
  couponTransactionId: string;
  grossCents: number;
  taxCents: number;
  incomeTaxBps: number;
  socialBps: number;
};

/** Keeps the parts of the tax for the yearly form, as `recordCouponTaxes` does for a run. Throws when the rate gives another tax. */
export async function recordCouponTax(tx: Tx, coupon: SingleCouponTax): Promise<void> {
  if (!(await insertCouponTax(tx, coupon)))
    throw new Error(`coupon ${coupon.couponTransactionId} withheld another tax than its rate gives`);
}
