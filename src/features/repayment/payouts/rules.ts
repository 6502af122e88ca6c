// When the coupon run of a month is due (payouts.md#coupon-run), what an echeance has to distribute, where the money of a run lies,
// and how its payouts are called. Pure.

import { periodOf, startOfParisDay } from '../../../core/dates.ts';
import type { Purse } from '../../../money/ledger/index.ts';
import type { PayoutRun } from '../../../money/payments/index.ts';
import type { EcheanceRow, Schedule } from '../payment-schedule/index.ts';
import { capitalForHolders, deriveEcheance } from '../payment-schedule/index.ts';

/** What is paid of echeances. */
export type PayoutKind = 'coupon' | 'capital';
/** What a run distributes; capital that was never lent, and the price of a sold property, are no part of an echeance. */
export type RunKind = PayoutKind | 'unlent-capital' | 'sale';

/** The month whose coupon run may start on `today`: from its payout day on; undefined before. */
export function couponMonthOn(today: Temporal.PlainDate, payoutDay: number): string | undefined {
  return today.day >= payoutDay ? periodOf(today) : undefined;
}

/** Received and not yet distributed, cents; of the capital, what of all that was paid is the holders'. */
export function undistributed(kind: PayoutKind, schedule: Schedule, echeance: EcheanceRow): number {
  if (kind === 'coupon') return deriveEcheance(echeance).investorsReceivedCents - echeance.couponDistributedCents;
  const forHoldersCents = capitalForHolders(schedule).get(echeance.id);
  if (forHoldersCents === undefined) throw new Error(`echeance ${echeance.id} is of another schedule`);
  return forHoldersCents - echeance.capitalDistributedCents;
}

/** A Paris month, `until` exclusive. `period` is YYYY-MM. */
export function instantsOf(period: string): { from: Temporal.Instant; until: Temporal.Instant } {
  const first = Temporal.PlainDate.from(`${period}-01`);
  return { from: startOfParisDay(first), until: startOfParisDay(first.add({ months: 1 })) };
}

/** The project's purse that the lines of such a run are paid from. */
export function purseOfKind(kind: RunKind): Extract<Purse, 'COUPON' | 'CAPITAL'> {
  return kind === 'coupon' ? 'COUPON' : 'CAPITAL';
}

const CAPITAL = { purpose: 'capital-repayment', type: 'CAPITAL_REPAYMENT' } as const;
const WORDS = {
  coupon: { purpose: 'coupon', type: 'COUPON_PAYOUT' },
  capital: CAPITAL,
  'unlent-capital': CAPITAL,
  sale: { purpose: 'property-sale', type: 'PROPERTY_SALE' },
} as const satisfies Readonly<Record<RunKind, Pick<PayoutRun, 'purpose' | 'type'>>>;

/** Purpose of the payments of such a run, and type of the holders' transactions. */
export function wordsOfKind(kind: RunKind): (typeof WORDS)[RunKind] {
  return WORDS[kind];
}
