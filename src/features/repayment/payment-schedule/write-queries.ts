// SQL that writes a payment schedule; the caller has locked its row, or is creating it.

import { type Insertable, sql, type Updateable } from 'kysely';
import { centsOf } from '../../../core/cents.ts';
import type { PaymentSchedule, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { type CancelledLoan, type CapitalEvent, dateOf, type Prorogation } from '../schedule-computation/index.ts';
import type { EcheanceRow } from './queries.ts';
import type { Schedule } from './schedule-queries.ts';

/** Writes a schedule; false when the property has one already. */
export async function insertSchedule(tx: Tx, schedule: Insertable<PaymentSchedule>): Promise<boolean> {
  const row = await tx
    .insertInto('payment_schedule')
    .values(schedule)
    .onConflict((conflict) => conflict.column('property_id').doNothing())
    .returning('property_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes other terms over those of a schedule, and that nothing waits for a decision. */
export async function updateTerms(tx: Tx, propertyId: PropertyId, terms: Updateable<PaymentSchedule>): Promise<void> {
  await tx
    .updateTable('payment_schedule')
    .set({ ...DECIDED, ...terms })
    .where('property_id', '=', propertyId)
    .execute();
}

/** Nothing waits for a decision. */
const DECIDED = {
  decision_since: null,
  planned_total_funded_cents: null,
  planned_initial_capital_cents: null,
  planned_interest_sequestre_cents: null,
} satisfies Updateable<PaymentSchedule>;

/** Removes all events of a schedule; the caller knows that nothing was paid out of them. */
export async function deleteEvents(tx: Tx, propertyId: PropertyId): Promise<void> {
  await tx.deleteFrom('capital_event').where('property_id', '=', propertyId).execute();
}

export async function deleteProrogations(tx: Tx, propertyId: PropertyId): Promise<void> {
  await tx.deleteFrom('prorogation').where('property_id', '=', propertyId).execute();
}

/** Removes the echeances after the last one; the caller knows that nothing refers to them. */
export async function deleteEcheancesAfter(tx: Tx, propertyId: PropertyId, last: number): Promise<void> {
  await tx.deleteFrom('echeance').where('property_id', '=', propertyId).where('number', '>', last).execute();
}

/** An event with the id of its row. */
export type WrittenEvent = CapitalEvent & { id: string };

/** Writes capital events, and returns them with their ids. */
export async function insertCapitalEvents(
  tx: Tx,
  propertyId: PropertyId,
  events: readonly CapitalEvent[],
  at: Temporal.Instant,
): Promise<WrittenEvent[]> {
  const stored = events.map((event) => ({ ...event, id: newId() }));
  if (events.length === 0) return stored;
  const rows = stored.map((event) => ({
    id: event.id,
    property_id: propertyId,
    type: event.type,
    event_date: dateOf(event.day),
    amount_cents: event.amountCents,
    interest_sequestre_cents: event.interestSequestreCents,
    due_period: event.duePeriod,
    created_at: at,
  }));
  await tx
    .insertInto('capital_event')
    .columns(['id', 'property_id', 'type', 'event_date', 'amount_cents', 'interest_sequestre_cents', 'due_period', 'created_at'])
    .expression(
      sql`
        select *
        from json_to_recordset(${JSON.stringify(rows)}::json) as rows (
          id uuid,
          property_id uuid,
          type text,
          event_date date,
          amount_cents bigint,
          interest_sequestre_cents bigint,
          due_period text,
          created_at timestamptz
        )`,
    )
    .execute();
  return stored;
}

/** Deletes an event, whose escrow part was archived before. */
export async function deleteCapitalEvent(tx: Tx, capitalEventId: string): Promise<void> {
  await tx.deleteFrom('capital_event').where('id', '=', capitalEventId).returning('id').executeTakeFirstOrThrow();
}

/** Takes off planned loans what the give-up of their project cancels. */
export async function cancelLoans(tx: Tx, loans: readonly CancelledLoan[]): Promise<void> {
  for (const { capitalEventId, cents } of loans)
    await tx
      .updateTable('capital_event')
      .set({ given_up_cents: cents })
      .where('id', '=', capitalEventId)
      .returning('id')
      .executeTakeFirstOrThrow();
}

/** Loans are planned again as they were. */
export async function restoreLoans(tx: Tx, propertyId: PropertyId): Promise<void> {
  await tx
    .updateTable('capital_event')
    .set({ given_up_cents: centsOf(0) })
    .where('property_id', '=', propertyId)
    .where('given_up_cents', '>', 0)
    .execute();
}

/** Deletes a prorogation and the echeances after `keptNumber`, for which archived escrow transfers are not meant any more. */
export async function deleteProrogation(
  tx: Tx,
  { propertyId, prorogation, keptNumber }: { propertyId: PropertyId; prorogation: Prorogation; keptNumber: number },
): Promise<void> {
  const gone = tx.selectFrom('echeance').select('id').where('property_id', '=', propertyId).where('number', '>', keptNumber);
  await tx
    .updateTable('received_payment')
    .set({ target_echeance_id: null })
    .where('target_echeance_id', 'in', gone)
    .where('status', '=', 'archivedNotAssigned')
    .execute();
  await deleteEcheancesAfter(tx, propertyId, keptNumber);
  await tx
    .deleteFrom('prorogation')
    .where('property_id', '=', propertyId)
    .where('duration_in_months', '=', prorogation.durationInMonths)
    .returning('property_id')
    .executeTakeFirstOrThrow();
}

/** Writes a prorogation. */
export async function insertProrogation(
  tx: Tx,
  propertyId: PropertyId,
  prorogation: Prorogation,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('prorogation')
    .values({
      property_id: propertyId,
      duration_in_months: prorogation.durationInMonths,
      interest_rate: prorogation.interestRate,
      created_at: at,
    })
    .execute();
}

/**
 * Writes the computed values of these echeances in one statement: a new one comes with its id; a known one (by number) keeps its id,
 * penalties, fee execution and payments.
 */
export async function writeEcheances(tx: Tx, echeances: readonly EcheanceRow[], at: Temporal.Instant): Promise<void> {
  if (echeances.length === 0) return;
  const rows = echeances.map((row) => ({ ...columnsOf(row), created_at: at, updated_at: at }));
  await sql`
    insert into echeance (
      id, property_id, number, period, start_date, end_date, due_date, capital_loaned_at_start_cents, capital_loaned_cents,
      interest_cents, interest_carry, management_fees_excl_tax_cents, management_fees_vat_cents, management_fees_vat_bps,
      management_fees_carry, capital_repayment_due_cents, created_at, updated_at
    )
    select *
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows (
      id uuid, property_id uuid, number integer, period text, start_date date, end_date date, due_date date,
      capital_loaned_at_start_cents bigint, capital_loaned_cents bigint, interest_cents bigint, interest_carry bigint,
      management_fees_excl_tax_cents bigint, management_fees_vat_cents bigint, management_fees_vat_bps integer,
      management_fees_carry bigint, capital_repayment_due_cents bigint, created_at timestamptz, updated_at timestamptz
    )
    on conflict (property_id, number)
    do update set
      period = excluded.period,
      start_date = excluded.start_date,
      end_date = excluded.end_date,
      due_date = excluded.due_date,
      capital_loaned_at_start_cents = excluded.capital_loaned_at_start_cents,
      capital_loaned_cents = excluded.capital_loaned_cents,
      interest_cents = excluded.interest_cents,
      interest_carry = excluded.interest_carry,
      management_fees_excl_tax_cents = excluded.management_fees_excl_tax_cents,
      management_fees_vat_cents = excluded.management_fees_vat_cents,
      management_fees_vat_bps = excluded.management_fees_vat_bps,
      management_fees_carry = excluded.management_fees_carry,
      capital_repayment_due_cents = excluded.capital_repayment_due_cents,
      updated_at = excluded.updated_at`.execute(tx);
}

function columnsOf(row: EcheanceRow) {
  return {
    id: row.id,
    property_id: row.propertyId,
    number: row.number,
    period: row.period,
    start_date: row.startDate,
    end_date: row.endDate,
    due_date: row.dueDate,
    capital_loaned_at_start_cents: row.capitalLoanedAtStartCents,
    capital_loaned_cents: row.capitalLoanedCents,
    interest_cents: row.interestCents,
    interest_carry: row.interestCarry,
    management_fees_excl_tax_cents: row.managementFeesExclTaxCents,
    management_fees_vat_cents: row.managementFeesVatCents,
    management_fees_vat_bps: row.managementFeesVatBps,
    management_fees_carry: row.managementFeesCarry,
    capital_repayment_due_cents: row.capitalRepaymentDueCents,
  };
}

/** Writes that the schedule was changed at `at`; returns the instant as stored, in microseconds. */
async function touchSchedule(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<Temporal.Instant> {
  const row = await tx
    .updateTable('payment_schedule')
    .set({ updated_at: at })
    .where('property_id', '=', propertyId)
    .returning('updated_at as updatedAt')
    .executeTakeFirstOrThrow();
  return row.updatedAt;
}

/** Writes the payment mode. Without `dayOfMonth` the stored one is kept. */
export async function writePaymentMode(
  tx: Tx,
  propertyId: PropertyId,
  mode: {
    paymentMode: 'wire' | 'directDebit';
    providerMandateId: number | null;
    dayOfMonth: number | undefined;
    at: Temporal.Instant;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('payment_schedule')
    .set({
      payment_mode: mode.paymentMode,
      provider_mandate_id: mode.providerMandateId,
      updated_at: mode.at,
      ...(mode.dayOfMonth === undefined ? {} : { day_of_month: mode.dayOfMonth }),
    })
    .where('property_id', '=', propertyId)
    .returning('property_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the echeances that differ from those of `schedule`; returns the schedule's new `updatedAt`. */
export async function writeChanges(
  tx: Tx,
  schedule: Pick<Schedule, 'propertyId' | 'echeances'>,
  echeances: readonly EcheanceRow[],
  at: Temporal.Instant,
): Promise<Temporal.Instant> {
  await writeRecomputed(tx, schedule, { echeances }, at);
  return touchSchedule(tx, schedule.propertyId, at);
}

/** The same after a payment, which does not count as a change of the schedule. */
export async function writeRecomputed(
  tx: Tx,
  before: Pick<Schedule, 'echeances'>,
  after: Pick<Schedule, 'echeances'>,
  at: Temporal.Instant,
): Promise<void> {
  const changed = after.echeances.filter((echeance, index) => differs(echeance, before.echeances[index]));
  await writeEcheances(tx, changed, at);
}

function differs(echeance: EcheanceRow, before: EcheanceRow | undefined): boolean {
  if (!before) return true;
  const computed = (row: EcheanceRow) => [
    ...[String(row.startDate), String(row.endDate), row.capitalLoanedAtStartCents, row.capitalLoanedCents],
    ...[row.interestCents, row.interestCarry, row.managementFeesExclTaxCents, row.managementFeesVatCents],
    ...[row.managementFeesVatBps, row.managementFeesCarry, row.capitalRepaymentDueCents],
  ];
  const old = computed(before);
  return computed(echeance).some((value, index) => value !== old[index]);
}
