// Writes what follows from the terms of a schedule that is created or replaced.

import { sumOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { lockBalance, purseOf } from '../../../money/ledger/index.ts';
import { computeSchedule } from './compute-schedule.ts';
import { CONFIG_INVALID } from './errors.ts';
import { payEventsFromEscrow } from './pay-events-from-escrow.ts';
import { newEcheance } from './recompute-rules.ts';
import { readWritten } from './schedule-queries.ts';
import { type ScheduleTerms, withDuePeriod } from './terms-rules.ts';
import { insertCapitalEvents, writeEcheances } from './write-queries.ts';

/**
 * Writes events and echeances of terms that are stored, and pays the events' parts out of the escrow. Error:
 * `echeancier-config-is-invalid` when the project's ESCROW does not cover them.
 */
export async function writeComputed(tx: Tx, propertyId: PropertyId, terms: ScheduleTerms, at: Temporal.Instant): Promise<void> {
  const dated = terms.events.map((event) => withDuePeriod(terms, event));
  const events = await insertCapitalEvents(tx, propertyId, dated, at);
  const echeances = computeSchedule(terms).map((computed) => newEcheance(newId(), propertyId, computed));
  await writeEcheances(tx, echeances, at);
  const partsCents = sumOf(events.map((event) => event.interestSequestreCents));
  if (partsCents === 0) return;
  if (partsCents > (await lockBalance(tx, purseOf(propertyId, 'ESCROW'))))
    throw new AppError(CONFIG_INVALID, { detail: 'The escrow of the project does not hold what the events take from it.' });
  const schedule = await readWritten(tx, propertyId);
  await payEventsFromEscrow(tx, { before: schedule, after: schedule, events, at });
}
