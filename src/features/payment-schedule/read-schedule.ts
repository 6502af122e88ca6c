// A payment schedule as the rooms know it: its terms, and its echeances with the sums of their payments.

import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { isSpvCountry, vatBpsOf } from '../spvs/index.ts';
import { sequestreRemaining } from './compute-derived.ts';
import type { CapitalEvent, Prorogation, ScheduleTerms } from './compute-schedule.ts';
import {
  type EcheanceRow,
  findScheduleRow,
  listCapitalEvents,
  listEcheances,
  listProrogations,
  lockScheduleRow,
} from './queries.ts';
import { dayOf } from './serial-days.ts';

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

/** What the escrow still holds for interest, cents (G-9). */
export function sequestreRemainingOf(
  schedule: Pick<Schedule, 'interestSequestreCents' | 'sequestreTransferredCents' | 'events'>,
): number {
  const { interestSequestreCents, events } = schedule;
  return sequestreRemaining({ interestSequestreCents, transferredCents: schedule.sequestreTransferredCents ?? 0, events });
}

/** The terms that the computation asks for; VAT_RATE_BPS is that of today. */
export function termsOf(schedule: Schedule, config: Pick<Config, 'VAT_RATE_BPS'>): ScheduleTerms {
  if (!isSpvCountry(schedule.spvCountry)) throw new Error(`schedule ${schedule.propertyId} has an unknown country`);
  return {
    totalFundedAmountCents: schedule.totalFundedAmountCents,
    startDay: dayOf(schedule.initialCapitalLoanedDate),
    initialCapitalCents: schedule.initialCapitalLoanedCents,
    durationInMonths: schedule.durationInMonths,
    interestRate: schedule.annualInterestRate,
    managementFeesRate: schedule.managementFeesRate,
    vatBps: vatBpsOf(schedule.spvCountry, config.VAT_RATE_BPS),
    interestSequestreCents: schedule.interestSequestreCents,
    events: schedule.events,
    prorogations: schedule.prorogations,
  };
}
