// Computes the echeances of a stored schedule again, from a period on, keeping what money already moved on
// (schedule.md#recomputation).

import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { followChange } from './follow-change.ts';
import { recomputedEcheances } from './recompute-rules.ts';
import { lockSchedule, type Schedule } from './schedule-queries.ts';
import { termsOf } from './stored-rules.ts';
import { writeChanges } from './write-queries.ts';

/**
 * Locks the schedule, computes it again from `period` on and writes what changed and what follows from it. Returns the schedule
 * as it is now;
 * undefined when the property has none or no echeance has that period.
 */
export async function recomputeFrom(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  input: { propertyId: string; period: string; at: Temporal.Instant },
): Promise<Schedule | undefined> {
  const schedule = await lockSchedule(tx, input.propertyId);
  const from = schedule?.echeances.find(({ period }) => period === input.period);
  if (!schedule || !from) return undefined;
  const echeances = recomputedEcheances(schedule, termsOf(schedule, deps.config), from.number, newId);
  const updatedAt = await writeChanges(tx, schedule, echeances, input.at);
  const after = { ...schedule, echeances, updatedAt };
  await followChange(tx, deps, { before: schedule, after, at: input.at });
  return after;
}
