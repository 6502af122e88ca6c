// A payment schedule as the rooms know it: its terms, and its echeances with the sums of their payments; read or locked.

import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import {
  type EcheanceRow,
  findScheduleRow,
  listCapitalEvents,
  listEcheances,
  listProrogations,
  lockScheduleRow,
} from './queries.ts';
import type { CapitalEvent, Prorogation } from './terms-rules.ts';

/** Everything stored about a schedule; cents, and rates as percentages x 10 000. */
export type Schedule = NonNullable<Awaited<ReturnType<typeof findScheduleRow>>> & {
  events: readonly CapitalEvent[];
  prorogations: readonly Prorogation[];
  echeances: readonly EcheanceRow[];
};

/** The schedule of a property, undefined when it has none. Four statements whatever its length. */
export async function readSchedule(db: Database | Tx, propertyId: string): Promise<Schedule | undefined> {
  const row = await findScheduleRow(db, propertyId);
  if (!row) return undefined;
  const events = await listCapitalEvents(db, propertyId);
  const prorogations = await listProrogations(db, propertyId);
  return { ...row, events, prorogations, echeances: await listEcheances(db, propertyId) };
}

/**
 * The same, locked until the end of the transaction. Whoever changes the schedule, assigns or archives a payment of it, or
 * takes its fees, asks for this first: what is derived is then exact.
 */
export async function lockSchedule(tx: Tx, propertyId: string): Promise<Schedule | undefined> {
  // A statement of its own: what follows sees what was committed until the lock was given.
  return (await lockScheduleRow(tx, propertyId)) ? readSchedule(tx, propertyId) : undefined;
}
