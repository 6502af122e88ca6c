// At the closing of a funding its schedule, until then a plan, is compared with what was collected and set aside.

import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { type ClosingAmounts, differsFromPlan, planWithin } from './closing-rules.ts';
import { followChange } from './follow-change.ts';
import { recomputedEcheances } from './recompute-rules.ts';
import type { Schedule } from './schedule-queries.ts';
import { termsOf } from './stored-rules.ts';
import { deleteEvents, insertCapitalEvents, updateTerms, writeChanges } from './write-queries.ts';

/**
 * With the property and `schedule` locked. A plan that differs waits for a decision from now on; what it lends above what was collected is
 * taken off at once, so that nobody is asked for, or paid, capital that was never there.
 */
export async function followClosing(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  { schedule, at, ...closing }: ClosingAmounts & { schedule: Schedule; at: Temporal.Instant },
): Promise<void> {
  const plan = termsOf(schedule, deps.config);
  if (!differsFromPlan(plan, closing)) return;
  const { propertyId } = schedule;
  const terms = { ...plan, ...planWithin(plan, closing) };
  await updateTerms(tx, propertyId, {
    total_funded_amount_cents: terms.totalFundedAmountCents,
    initial_capital_loaned_cents: terms.initialCapitalCents,
    interest_sequestre_cents: terms.interestSequestreCents,
    decision_since: at,
    planned_total_funded_cents: plan.totalFundedAmountCents,
    planned_initial_capital_cents: plan.initialCapitalCents,
    planned_interest_sequestre_cents: plan.interestSequestreCents,
  });
  await deleteEvents(tx, propertyId);
  const events = await insertCapitalEvents(tx, propertyId, terms.events, at);
  const echeances = recomputedEcheances(schedule, terms, 1, newId);
  await writeChanges(tx, schedule, echeances, at);
  const after = {
    ...schedule,
    totalFundedAmountCents: terms.totalFundedAmountCents,
    initialCapitalLoanedCents: terms.initialCapitalCents,
    interestSequestreCents: terms.interestSequestreCents,
    events,
    echeances,
  };
  await followChange(tx, deps, { before: schedule, after, at });
}
