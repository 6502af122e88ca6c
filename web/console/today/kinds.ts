// The kinds of things that wait: how pressing each is, and where it is dealt with.

import type { Today, WaitingKind, WaitingThing } from '../../../clients/typescript/src/index.ts';
import type { Tone } from '../../design/feedback.tsx';
import { to, waitingNow } from '../addresses.ts';

/** One thing with its kind, as a row of the page. */
export type WaitingRow = WaitingThing & { kind: WaitingKind };

type PlaceOfKind = 'approvals' | 'properties' | 'wires' | 'payouts' | 'investors' | 'operations';

/** A page of the rail, or a tab of it: `operations`, `operations/jobs`. */
export type WaitingPlace = PlaceOfKind | `${PlaceOfKind}/${string}`;

const KINDS: Readonly<Record<WaitingKind, { tone: Tone; place: WaitingPlace; href: (thing: WaitingThing) => string }>> = {
  'proof-red': { tone: 'bad', place: 'operations/proof', href: () => to.operations('proof') },
  'history-red': { tone: 'bad', place: 'operations/jobs', href: () => to.operations('jobs') },
  'reconciliation-difference': { tone: 'bad', place: 'operations/reconciliation', href: () => to.operations('reconciliation') },
  'unknown-movement': { tone: 'bad', place: 'operations/reconciliation', href: () => to.unknownMovements },
  'money-approval': { tone: 'warn', place: 'approvals', href: ({ id }) => to.approval(id) },
  'payment-incident': { tone: 'bad', place: 'operations/incidents', href: () => to.operations('incidents') },
  'payment-without-outcome': { tone: 'warn', place: 'operations/payments', href: ({ id }) => to.payment(id) },
  'charge-back-short': { tone: 'bad', place: 'operations/charge-backs', href: () => to.operations('charge-backs') },
  'payout-refused': { tone: 'bad', place: 'payouts', href: ({ period }) => to.payouts(period ?? undefined) },
  'payment-refused': { tone: 'bad', place: 'operations/payments', href: ({ id }) => to.payment(id) },
  'debit-rejected': { tone: 'bad', place: 'properties', href: ({ propertyId }) => to.property(propertyId ?? '', 'schedule') },
  'money-of-closed-account': { tone: 'bad', place: 'investors', href: ({ id }) => to.investor(id, 'trail') },
  'late-project': { tone: 'warn', place: 'properties', href: ({ id }) => to.property(id, 'schedule') },
  'wire-to-assign': { tone: 'info', place: 'wires', href: ({ id }) => to.wire(id) },
  'schedule-to-decide': { tone: 'warn', place: 'properties', href: ({ id }) => to.property(id, 'schedule') },
  'management-fee': { tone: 'info', place: 'properties', href: ({ propertyId }) => to.property(propertyId ?? '', 'schedule') },
  'company-fee': { tone: 'info', place: 'properties', href: ({ propertyId }) => to.property(propertyId ?? '', 'overview') },
  'owner-transfer': { tone: 'warn', place: 'properties', href: ({ id }) => to.property(id, 'overview') },
  'schedule-to-create': { tone: 'warn', place: 'properties', href: ({ id }) => to.property(id, 'schedule') },
  settlement: { tone: 'info', place: 'properties', href: ({ id }) => to.property(id, 'money') },
  'tax-to-remit': { tone: 'warn', place: 'payouts', href: ({ period }) => to.payouts(period ?? undefined) },
  'funding-complete': { tone: 'good', place: 'properties', href: ({ id }) => to.property(id, 'overview') },
  'funding-overdue': { tone: 'warn', place: 'properties', href: ({ id }) => to.property(id, 'overview') },
  'funding-ending': { tone: 'neutral', place: 'properties', href: ({ id }) => to.property(id, 'overview') },
  'identity-check': { tone: 'neutral', place: 'investors', href: ({ id }) => to.investor(id) },
  complaint: { tone: 'warn', place: 'investors/complaints', href: ({ id }) => to.complaint(id) },
  'tax-request': {
    tone: 'info',
    place: 'investors/tax-requests',
    href: ({ customerId }) => to.investor(customerId ?? '', 'tax'),
  },
  'tax-identity': { tone: 'neutral', place: 'investors/tax-identities', href: ({ id }) => to.investor(id, 'tax') },
  'referral-invoice': { tone: 'neutral', place: 'investors', href: ({ id }) => to.investor(id) },
  'notification-unhandled': {
    tone: 'warn',
    place: 'operations/notifications',
    href: ({ id }) => `${to.operations('notifications')}?id=${id}`,
  },
  'job-failed': { tone: 'warn', place: 'operations/jobs', href: ({ id }) => `${to.operations('jobs')}?id=${id}` },
};

export function toneOf(kind: WaitingKind): Tone {
  return KINDS[kind].tone;
}

/** Whether something may wait on a page of the rail. */
export function isWaitingPlace(name: string): name is PlaceOfKind {
  return Object.values(KINDS).some(({ place }) => place === name || place.startsWith(`${name}/`));
}

/** Where it is dealt with. */
export function hrefOf(thing: WaitingRow): string {
  return KINDS[thing.kind].href(thing);
}

/** Everything that waits in one list, the oldest first; what has no date comes last. */
export function inOrder(waiting: Today['waiting']): WaitingRow[] {
  const rows = waiting.flatMap(({ kind, items }) => items.map((thing) => ({ ...thing, kind })));
  return rows.toSorted((one, other) => (one.since ?? '9').localeCompare(other.since ?? '9'));
}

/** What waits at a place: on a page with all its tabs, or on one of them. Everything at none. */
export function waitingAt(waiting: Today['waiting'], place: string): Today['waiting'] {
  return waiting.filter(({ kind }) => place === '' || KINDS[kind].place === place || KINDS[kind].place.startsWith(`${place}/`));
}

/** How many things wait at a place: the number beside its name, which leads to exactly these in Today. */
export function countAt(place: WaitingPlace): number {
  return waitingAt(waitingNow.value, place).reduce((sum, { count }) => sum + count, 0);
}
