// How a violation is said, and which differences between books and provider are lasting (A-core-3). Pure.

import type { Cents } from '../../../core/cents.ts';

/** How an invariant may be broken, in English; `{...}` is a fact of the row, in cents where its name says so. */
const VIOLATIONS = {
  'line-unlike-posting': 'a line has another moment or type than its posting',
  'posting-without-line': 'has no line',
  'lines-off-balance': 'lines add up to {sumCents}',
  'balances-off-balance': 'balances add up to {sumCents}',
  'balance-unlike-postings':
    'balance {balanceCents}, off by {offCents} from its postings; {inCents} came in, off by {inOffCents}',
  'balance-negative': 'balance {balanceCents} is negative',
  'hold-unlike-waiting': 'held {heldCents}, waiting {waitingCents}',
  'purse-unlike-flows': 'balance {balanceCents}, flows {flowsCents}, through HELD {throughHeldCents}',
  'order-unlike-transaction': '{type} is {status}, its order {order}',
  'succeeded-without-number': "succeeded without the provider's id",
  'moved-for-no-transaction': 'moved money for no transaction',
  'waits-for-no-movement': '{type} waits for no movement',
  'fee-unlike-withdrawal': 'is {status}, its fee {fee}',
  'not-posted': '{type} of {amountCents} is not posted',
  'posted-otherwise': '{type} of {amountCents} is posted as {postedType} of {postedCents}',
  'posted-for-somebody-else': '{type} of {amountCents} is posted as {postedType} of {postedCents}, for somebody else',
  'posted-for-nothing-confirmed': '{type} is posted for a transaction that is not there or not confirmed',
  'payment-unlike-posting': 'a payment of {amountCents} is posted as {postedType} of {postedCents}',
  'booking-unlike-posting': 'changes {account} by {changeCents}, posted {postedCents}',
  'taken-back-yet-booked': 'was taken back, yet changes {account} by {changeCents}',
  'booked-twice': 'is booked by an administrator and otherwise too',
  'bricks-not-all-there': 'created {created} of {total}, {toCome} to come',
  'deal-locks-other-bricks': 'locks {locked} of {bricks} bricks',
  'locked-by-deal-that-is-over': 'is locked by a deal that is over',
  'funding-totals-unlike-purchases':
    'kept {confirmed} + {waiting} bricks for {confirmedCents} cents, counted {countedConfirmed} + {countedWaiting} for {countedCents}',
  'holding-unlike-bricks': 'holds {held} bricks, {selling} for sale, counted {counted}, {countedSelling} for sale',
  'purchase-unlike-bricks': 'bought {bought}, has {has} bricks',
  'unconfirmed-yet-has-bricks': '{status}, yet has bricks',
  'deal-transactions-not-opposite': '{status}: buying {buying}, selling {selling}',
  'transferred-twice': '{purpose} succeeded {times} times',
  'moved-twice': 'moved {amountCents} a second time, movement {movement}',
  'referral-parts-unlike-payout': '{status}: pays {paysCents}, its parts are {partsCents}',
  'open-without-job': 'is {status} and no job knows it',
  'holds-unlike-owed': 'holds {heldCents}, owes {owedCents}',
  'quota-below-deals': 'counted {counted}, deals {deals}',
  'owner-unlike-buyer': 'belongs to {owner}, was bought by {buyer}',
  'bricks-unlike-trades': 'has {has} bricks, bought {bought}, sold {sold}',
  'purchase-paid-otherwise': 'was paid by {payer}, {amountCents} cents',
  'schedule-unlike-loan': '{echeances} echeances of {planned}, {gaps} gaps, capital due {dueCents} of {lentCents}',
  'shares-unlike-run':
    'shares {sharesCents} of {totalCents}, taxes {sharedTaxCents} of {taxCents}, holders {shares} of {holders}',
  'share-unlike-orders': 'is {status}, paid by {orders} orders',
  'distributed-more-than-paid': 'distributed {distributedCents} of {paidCents} paid',
  'echeance-unlike-payments':
    'says {mensualiteCents} and {capitalCents} paid, {couponCents} and {repaidCents} distributed; rows say {mensualiteRowsCents} and {capitalRowsCents}, {couponRowsCents} and {repaidRowsCents}',
  'coupon-year-unlike-coupons':
    'coupons {couponsCents} of {countedCouponsCents}, taxes {taxCents} of {countedTaxCents}, parts {incomeTaxCents} and {socialCents} of {countedIncomeTaxCents} and {countedSocialCents}',
  'purse-unlike-rows': 'holds {heldCents}, its rows say {rowsCents}',
  'settled-yet-holds': 'holds {heldCents} after the settlement',
  'never-at-provider': 'holds {heldCents}, of which {outsideCents} was never at the provider',
  'seal-breaks-chain': 'does not continue the seal before it',
  'last-seal-elsewhere': 'is not where the proof has come to',
  'restored-from-dump': 'postings were numbered in another one: restored from a dump (ledger_reset_checkpoints)',
  'seal-unlike-postings':
    'sealed {postings} postings, {lines} lines, {turnoverCents} cents; there are {postingsNow}, {linesNow}, {turnoverNowCents}',
  'seal-unlike-lines': 'sealed {sealedCents} and {sealedInCents} in, its lines {linesCents} and {linesInCents} in',
} as const;

type ViolationCode = keyof typeof VIOLATIONS;
// Border: the names of the object above.
export const VIOLATION_CODES = Object.keys(VIOLATIONS) as ViolationCode[];

/** A row that breaks an invariant, how, and with which figures; null where there is none. */
export type Violation = { subject: string; code: ViolationCode; facts: Readonly<Record<string, string | number | null>> };

/** An invariant, and what breaks it; `detail` says the code with its facts. */
export type Checked = { name: string; ok: boolean; violations: (Violation & { detail: string })[] };

/**
 * A wallet whose two balances differ, in cents. `missing`: the provider has less than our books minus what is in flight; `surplus`: it
 * has more, money that arrived and is not booked yet (not a fault, ledger.md#books-and-provider).
 */
export type ProviderDifference = {
  accountId: string;
  ledgerCents: Cents;
  providerCents: Cents;
  inFlightCents: Cents;
  kind: 'missing' | 'surplus';
};

/**
 * Differences of the second reading that had the same kind at the first: books and provider are not read at the same instant, so a
 * movement in between looks like a difference once, but not twice.
 */
export function lastingDifferences(
  first: readonly ProviderDifference[],
  second: readonly ProviderDifference[],
): ProviderDifference[] {
  const known = new Map(first.map(({ accountId, kind }) => [accountId, kind]));
  return second.filter(({ accountId, kind }) => known.get(accountId) === kind);
}

/** An invariant with what was found. */
export function checked(name: string, violations: Violation[]): Checked {
  return { name, ok: violations.length === 0, violations: violations.map((each) => ({ ...each, detail: detailOf(each) })) };
}

function detailOf({ code, facts }: Violation): string {
  return VIOLATIONS[code].replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    name in facts ? String(facts[name] ?? (name === 'payer' ? 'nobody' : 'none')) : place,
  );
}

/** Whether every invariant holds and no wallet lacks money: more than the books say is no fault (ledger.md#books-and-provider). */
export function isSound(invariants: readonly { ok: boolean }[], differences: readonly ProviderDifference[]): boolean {
  return invariants.every(({ ok }) => ok) && differences.every(({ kind }) => kind === 'surplus');
}
