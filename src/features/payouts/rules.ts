// When the coupon run of a month is due (DOMAIN §7). Pure.

import { periodOf } from '../../core/dates.ts';

/** The month whose coupon run may start on `today`: from its payout day on; undefined before. */
export function couponMonthOn(today: Temporal.PlainDate, payoutDay: number): string | undefined {
  return today.day >= payoutDay ? periodOf(today) : undefined;
}
