// Records the parts of the tax of one coupon that was paid outside the provider.

import type { Tx } from '../../../core/db/transaction.ts';
import { insertCouponTax, type SingleCouponTax } from './coupon-queries.ts';

/** For the yearly form, like `recordCouponTaxes` for a run. Throws when the tax differs from gross times rate. */
export async function recordCouponTax(tx: Tx, coupon: SingleCouponTax): Promise<void> {
  if (!(await insertCouponTax(tx, coupon)))
    throw new Error(`coupon ${coupon.couponTransactionId} withheld another tax than its rate gives`);
}
