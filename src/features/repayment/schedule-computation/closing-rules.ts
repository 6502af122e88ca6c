// What becomes of a plan when the funding closes with another amount than was planned (schedule.md#at-the-closing). Pure.

import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import { type CapitalEvent, inOrder, type ScheduleTerms } from './terms-rules.ts';

type PlannedAmounts = Pick<ScheduleTerms, 'totalFundedAmountCents' | 'initialCapitalCents' | 'interestSequestreCents' | 'events'>;

/** The closing: what was collected and what of it was set aside, cents. */
export type ClosingAmounts = { collectedCents: Cents; escrowSetAsideCents: Cents };

/** True when the closing brought another amount, or set another escrow aside, than the plan has. */
export function differsFromPlan(plan: PlannedAmounts, { collectedCents, escrowSetAsideCents }: ClosingAmounts): boolean {
  return plan.totalFundedAmountCents !== collectedCents || plan.interestSequestreCents !== escrowSetAsideCents;
}

/**
 * The plan with no more than there is: nothing is lent that was not collected. The first loan is lowered first, as later ones are the
 * budget of the works, then the latest loans; early repayments fall to what is outstanding then, and events of nothing go.
 */
export function planWithin(plan: PlannedAmounts, { collectedCents, escrowSetAsideCents }: ClosingAmounts): PlannedAmounts {
  const totalFundedAmountCents = centsOf(Math.min(plan.totalFundedAmountCents, collectedCents));
  const interestSequestreCents = centsOf(Math.min(plan.interestSequestreCents, escrowSetAsideCents));
  const later = sumOf(plan.events.filter(({ type }) => type === 'capitalLoaned').map(({ amountCents }) => amountCents));
  const excessCents = Math.max(plan.initialCapitalCents + later - totalFundedAmountCents, 0);
  // A schedule lends something on its first day.
  const initialCapitalCents = centsOf(Math.max(plan.initialCapitalCents - excessCents, 1));
  const events = withinOutstanding(
    initialCapitalCents,
    withinLent(plan.events, excessCents - (plan.initialCapitalCents - initialCapitalCents)),
  );
  return { totalFundedAmountCents, interestSequestreCents, initialCapitalCents, events };
}

/** Takes `excessCents` off the loans, from the latest on. */
function withinLent(events: readonly CapitalEvent[], excessCents: number): CapitalEvent[] {
  let left = excessCents;
  const lowered = inOrder(events)
    .toReversed()
    .map((event) => {
      const takenCents = event.type === 'capitalLoaned' ? Math.min(event.amountCents, left) : 0;
      left -= takenCents;
      return { ...event, amountCents: centsOf(event.amountCents - takenCents) };
    });
  return lowered.toReversed();
}

function withinOutstanding(initialCapitalCents: Cents, events: readonly CapitalEvent[]): CapitalEvent[] {
  let outstanding: number = initialCapitalCents;
  const fitting = events.map((event) => {
    const isLoan = event.type === 'capitalLoaned';
    const amountCents = centsOf(isLoan ? event.amountCents : Math.min(event.amountCents, outstanding));
    outstanding += isLoan ? amountCents : -amountCents;
    return { ...event, amountCents, interestSequestreCents: centsOf(Math.min(event.interestSequestreCents, amountCents)) };
  });
  return fitting.filter(({ amountCents }) => amountCents > 0);
}
