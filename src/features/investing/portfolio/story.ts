// The story of a late project for one of its holders: what was due, what its owner paid after that, and what was made of it. Pure.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { EcheanceRow } from '../../repayment/payment-schedule/index.ts';
import { deriveEcheance } from '../../repayment/schedule-computation/index.ts';
import { lackingCapital, shareOf } from './expected-payments.ts';
import type { InvestmentRow, OwnerPayment, StoryRow } from './queries.ts';

export const STORY_KINDS = [
  'due',
  'unpaid',
  'paid-by-owner',
  'reported-late',
  'reported-in-default',
  'back-to-normal',
  'prolonged',
  'repayment-finished',
] as const;

/** Amounts are the share of the holder's bricks of today, cents. */
export type StoryEvent = {
  date: Temporal.PlainDate;
  kind: (typeof STORY_KINDS)[number];
  period: string | null;
  amountCents: Cents | null;
  durationInMonths: number | null;
};

type Holder = Pick<InvestmentRow, 'brickCount' | 'heldBrickCount'>;

const OF_STATUS: Readonly<Record<string, StoryEvent['kind']>> = {
  'repayment-delay': 'reported-late',
  'repayment-default': 'reported-in-default',
  'repayment-ongoing': 'back-to-normal',
  'repayment-finished': 'repayment-finished',
};

/** Oldest first; empty for a project that lacks nothing and was never reported late: an owner who pays some days later is no story. */
export function storyOf(
  rows: readonly EcheanceRow[],
  story: readonly StoryRow[],
  { holder, today }: { holder: Holder; today: Temporal.PlainDate },
): StoryEvent[] {
  const reports = statusEvents(story);
  if (reports.length === 0 && !rows.some((row) => isLacking(row, today))) return [];
  const payments = story.flatMap((row) => (row.kind === 'paid' ? [row] : []));
  const events = [
    ...rows.flatMap((row) => {
      const paidLate = latePayments(row, payments);
      if (paidLate.length === 0 && !isLacking(row, today)) return [];
      return [...dueEvents(row, holder), ...paidLate.map((paid) => paidEvent(row, paid, holder))];
    }),
    ...reports,
    ...story.flatMap((row) => (row.kind === 'prolonged' ? [prolongedEvent(row)] : [])),
  ];
  return events.toSorted((a, b) => Temporal.PlainDate.compare(a.date, b.date));
}

function isLacking(row: EcheanceRow, today: Temporal.PlainDate): boolean {
  if (Temporal.PlainDate.compare(row.dueDate, today) >= 0) return false;
  const { investorsReceivedCents } = deriveEcheance(row);
  const lackingInterest = row.interestCents + row.penaltyForInvestorsCents > investorsReceivedCents;
  return lackingInterest || lackingCapital(row) > 0;
}

function dueEvents(row: EcheanceRow, holder: Holder): StoryEvent[] {
  const owedCents = row.interestCents + row.penaltyForInvestorsCents + row.capitalRepaymentDueCents;
  const common = { period: row.period, amountCents: shareOf(owedCents, holder), durationInMonths: null };
  return [
    { ...common, date: row.dueDate, kind: 'due' },
    { ...common, date: row.dueDate.add({ days: 1 }), kind: 'unpaid' },
  ];
}

type Paid = Pick<OwnerPayment, 'day' | 'cents'>;

function paidEvent({ period }: EcheanceRow, { day, cents }: Paid, holder: Holder): StoryEvent {
  return { date: day, kind: 'paid-by-owner', period, amountCents: shareOf(cents, holder), durationInMonths: null };
}

/** What payments after the due date brought the holders, by day; `payments` are in the order of their days. */
function latePayments(row: EcheanceRow, payments: readonly OwnerPayment[]): Paid[] {
  const days = Map.groupBy(
    payments.filter(({ period }) => period === row.period),
    ({ day }) => day.toString(),
  );
  const paid = { mensualite: 0, capitalRepayment: 0 };
  return [...days]
    .map(([day, ofDay]) => {
      const before = forHolders(row, paid);
      for (const { paymentFor, cents } of ofDay) paid[paymentFor] += cents;
      return { day: Temporal.PlainDate.from(day), cents: centsOf(forHolders(row, paid) - before) };
    })
    .filter(({ day, cents }) => cents > 0 && Temporal.PlainDate.compare(day, row.dueDate) > 0);
}

/** The holders' part of what was paid so far. Interest comes before the fee; a penalty that was added once the fee was taken comes after it. */
function forHolders(row: EcheanceRow, paid: Record<OwnerPayment['paymentFor'], number>): number {
  const feesGoneCents = row.managementFeesTakenCents + row.keptMainCents;
  const reachedCents = Math.max(Math.min(paid.mensualite, row.interestCents), paid.mensualite - feesGoneCents);
  const couponCents = Math.min(reachedCents, deriveEcheance(row).investorsReceivedCents);
  return couponCents + Math.min(paid.capitalRepayment, row.capitalRepaymentDueCents);
}

function prolongedEvent({ day, months }: Extract<StoryRow, { kind: 'prolonged' }>): StoryEvent {
  return { date: day, kind: 'prolonged', period: null, amountCents: null, durationInMonths: months };
}

/** From the first report of a delay on: what came before is no part of one. */
function statusEvents(story: readonly StoryRow[]): StoryEvent[] {
  const statuses = story.flatMap((row) => (row.kind === 'status' ? [row] : []));
  const first = statuses.findIndex(({ status }) => status === 'repayment-delay' || status === 'repayment-default');
  if (first === -1) return [];
  return statuses.slice(first).flatMap(({ day, status }) => {
    const kind = OF_STATUS[status];
    return kind === undefined ? [] : [{ date: day, kind, period: null, amountCents: null, durationInMonths: null }];
  });
}
