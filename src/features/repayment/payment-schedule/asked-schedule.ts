// The terms of a schedule that is created or replaced, checked against its property, and the rows that follow from them.

import { sumOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, purseOf } from '../../../money/ledger/index.ts';
import type { PropertyRow } from '../../projects/project-life/index.ts';
import type { SpvRow } from '../../projects/spvs/index.ts';
import { askedTerms } from './asked-rules.ts';
import { dateOf } from './calendar-rules.ts';
import { computeSchedule } from './compute-schedule.ts';
import { CONFIG_INVALID } from './errors.ts';
import { payEventsFromEscrow } from './pay-events-from-escrow.ts';
import { newEcheance } from './recompute-rules.ts';
import { readSchedule, type Schedule } from './schedule-queries.ts';
import type { ScheduleConfig } from './schemas.ts';
import { type ScheduleTerms, withDuePeriod } from './terms-rules.ts';
import { insertCapitalEvents, writeEcheances } from './write-queries.ts';

/**
 * The terms of `config` for the locked property. Errors: rows 3 to 6 of schedule.md#validation-of-a-configuration, among row 6 those
 * that need the property: its SPV's country, what was collected, and what was set aside.
 */
export function termsFor(
  { config, log }: Pick<AppDeps, 'config' | 'log'>,
  { property, spv }: { property: PropertyRow; spv: SpvRow },
  asked: ScheduleConfig,
): ScheduleTerms {
  const terms = askedTerms(asked, config, { path: 'body/echeancierConfig', vatOverrideBps: spv.vatOverrideBps });
  if (asked.spvCountry !== spv.country)
    throw new AppError(CONFIG_INVALID, { detail: `spvCountry differs from the country of the SPV: ${spv.country}.` });
  assertFunded(property, terms);
  assertEscrow(property, terms);
  const { total_fund_escrow_cents: escrowCents } = property;
  const { interestSequestreCents } = terms;
  if (interestSequestreCents !== escrowCents)
    log.warn(
      { propertyId: property.id, interestSequestreCents, escrowCents },
      "escrow of the schedule differs from the property's",
    );
  return terms;
}

/** A plan lends no more than is to be funded, a schedule after the closing no more than was collected. */
function assertFunded(property: PropertyRow, { totalFundedAmountCents }: ScheduleTerms): void {
  const { collected_cents: collectedCents, amount_to_fund_cents: targetCents } = property;
  const mostCents = collectedCents ?? targetCents;
  if (mostCents === null || totalFundedAmountCents <= mostCents) return;
  const what = collectedCents === null ? 'is to be funded' : 'was collected';
  throw new AppError(CONFIG_INVALID, { detail: `totalFundedAmount exceeds what ${what}: ${mostCents} cents.` });
}

/** Once the funding has closed, what was set aside covers the escrow (A-payment-schedule-11). */
function assertEscrow({ escrow_set_aside_cents: setAsideCents }: PropertyRow, { interestSequestreCents }: ScheduleTerms): void {
  if (setAsideCents !== null && interestSequestreCents > setAsideCents)
    throw new AppError(CONFIG_INVALID, {
      detail: `interestSequestre exceeds the escrow that the property set aside when its funding closed: ${setAsideCents} cents.`,
    });
}

/** The columns of the terms. */
export function termColumns(terms: ScheduleTerms, at: Temporal.Instant) {
  return {
    total_funded_amount_cents: terms.totalFundedAmountCents,
    initial_capital_loaned_date: dateOf(terms.startDay),
    initial_capital_loaned_cents: terms.initialCapitalCents,
    duration_in_months: terms.durationInMonths,
    annual_interest_rate: terms.interestRate,
    management_fees_rate: terms.managementFeesRate,
    interest_sequestre_cents: terms.interestSequestreCents,
    updated_at: at,
  };
}

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

/** The schedule that was written in this transaction. */
export async function readWritten(tx: Tx, propertyId: PropertyId): Promise<Schedule> {
  const schedule = await readSchedule(tx, propertyId);
  if (!schedule) throw new Error(`the schedule of ${propertyId} was just written`);
  return schedule;
}
