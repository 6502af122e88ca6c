// When the coupon run of a month is due, and how an amount is shared among the holders of bricks (DOMAIN §7). Pure.

import { splitByLargestRemainder } from '../../core/cents.ts';
import { periodOf } from '../../core/dates.ts';

/** Somebody who holds bricks of the property. */
export type Holder = { customerId: string; brickCount: number };

/** A holder's part, cents before tax. */
export type Share = Holder & { grossCents: number };

/** The month whose coupon run may start on `today`: from its payout day on; undefined before. */
export function couponMonthOn(today: Temporal.PlainDate, payoutDay: number): string | undefined {
  return today.day >= payoutDay ? periodOf(today) : undefined;
}

/** Largest remainder over the bricks; holders come by id, who gets nothing is left out. The parts add up to the total. */
export function shareAmong(totalCents: number, holders: readonly Holder[]): Share[] {
  const parts = splitByLargestRemainder(
    totalCents,
    holders.map(({ brickCount }) => brickCount),
  );
  return holders.flatMap((holder, index) => {
    const grossCents = parts[index] ?? 0;
    return grossCents === 0 ? [] : [{ ...holder, grossCents }];
  });
}
