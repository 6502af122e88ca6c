// Where a refused payment that nothing orders again on this page is taken up again.

import type { PaymentDetail, PaymentPurpose } from '../../../clients/typescript/src/index.ts';
import { ofMonth } from '../../core/format.ts';
import { parisDayOf } from '../../core/paris-time.ts';
import { type PropertyTab, to } from '../addresses.ts';
import { Link } from '../design/link.tsx';
import { operationsWords } from './words.ts';

type Place = Extract<PropertyTab, 'overview' | 'schedule' | 'money'> | 'payouts' | 'wire' | 'wires' | 'investor';

const PLACES: Readonly<Record<PaymentPurpose, Place>> = {
  coupon: 'payouts',
  'capital-repayment': 'payouts',
  'property-sale': 'payouts',
  'withheld-tax': 'payouts',
  'tax-remittance': 'payouts',
  'funding-fees': 'overview',
  'fiducie-fees': 'overview',
  'owner-transfer': 'overview',
  'management-fees': 'schedule',
  penalties: 'money',
  'owner-settlement': 'money',
  'payment-to-be-assigned': 'wire',
  // Each switch and each return has a number of its own, which names no wire.
  'project-switch': 'wires',
  'wire-return': 'wires',
  'primary-purchase': 'investor',
  'primary-purchase-refund': 'investor',
  'market-deal': 'investor',
  'market-deal-commission': 'investor',
  withdrawal: 'investor',
  'withdrawal-fee': 'investor',
  'referral-reward': 'investor',
  'gift-card-purchase': 'investor',
  'gift-card-redemption': 'investor',
  'gift-card-refund': 'investor',
};

export function Onward({ payment }: { payment: PaymentDetail }) {
  const t = operationsWords.value;
  const way = wayOf(payment);
  return (
    way && (
      <p>
        {t.onward} <Link href={way.href}>{way.name}</Link>
      </p>
    )
  );
}

/** undefined where the payment names neither a project nor an investor. */
function wayOf({ purpose, subjectId, createdAt, payoutPeriod, sides, fromHolder, toHolder }: PaymentDetail) {
  const t = operationsWords.value.onwardTo;
  const place = PLACES[purpose];
  if (place === 'wire') return { href: to.wire(subjectId), name: t.wire };
  if (place === 'wires') return { href: to.wires, name: t.wires };
  if (place === 'payouts') {
    // What no payout lists is looked for in the month in which it was ordered.
    const period = payoutPeriod ?? parisDayOf(new Date(createdAt)).slice(0, 7);
    return { href: to.payouts(period), name: t.payouts(ofMonth(period)) };
  }
  if (place === 'investor') {
    const id = [...sides, fromHolder, toHolder].find((each) => each?.customerId)?.customerId;
    return id ? { href: to.investor(id, 'money'), name: t.investor } : undefined;
  }
  const id = sides.find(({ propertyId }) => propertyId !== null)?.propertyId;
  return id ? { href: to.property(id, place), name: t[place] } : undefined;
}
