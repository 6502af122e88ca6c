// SQL that reads or locks a whole payment schedule: its terms, and its echeances with the sums of their payments.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Prorogation, StoredEvent } from '../schedule-computation/index.ts';
import {
  capitalEventOf,
  type EcheanceRow,
  echeanceOf,
  jsonOfCapitalEvents,
  jsonOfEcheances,
  jsonOfPaidCapital,
  jsonOfProrogations,
  lockScheduleRow,
  type PaidCapital,
  paidCapitalOf,
} from './queries.ts';

const UNLENT_GIVEN_BACK = sql<Cents>`(
  select coalesce(sum(total_cents), 0)
  from payout_run
  where payout_run.property_id = payment_schedule.property_id
    and kind = 'unlent-capital'
)`;

function selectSchedule(db: Database | Tx, propertyId: PropertyId) {
  return (
    db
      .selectFrom('payment_schedule')
      .innerJoin('property', 'property.id', 'payment_schedule.property_id')
      .leftJoin('spv', 'spv.id', 'property.spv_id')
      .leftJoin('give_up', (join) =>
        join.onRef('give_up.property_id', '=', 'payment_schedule.property_id').on('give_up.taken_back_at', 'is', null),
      )
      .where('payment_schedule.property_id', '=', propertyId)
      .select([
        'payment_schedule.property_id as propertyId',
        'version',
        'property.spv_id as spvId',
        'property.name as propertyName',
        'property.investor_contract_type as investorContractType',
        'property.financial_status as financialStatus',
        'total_funded_amount_cents as totalFundedAmountCents',
        'initial_capital_loaned_date as initialCapitalLoanedDate',
        'initial_capital_loaned_cents as initialCapitalLoanedCents',
        'duration_in_months as durationInMonths',
        'annual_interest_rate as annualInterestRate',
        'management_fees_rate as managementFeesRate',
        'spv.vat_override_bps as vatOverrideBps',
        'interest_sequestre_cents as interestSequestreCents',
        'property.collected_cents as collectedCents',
        'property.escrow_set_aside_cents as escrowSetAsideCents',
        'decision_since as decisionSince',
        'planned_total_funded_cents as plannedTotalFundedCents',
        'planned_initial_capital_cents as plannedInitialCapitalCents',
        'planned_interest_sequestre_cents as plannedInterestSequestreCents',
        'property.total_construction_budget_cents as totalConstructionBudgetCents',
        'payment_mode as paymentMode',
        'provider_mandate_id as providerMandateId',
        'day_of_month as dayOfMonth',
        'give_up.given_up_at as givenUpAt',
        'give_up.comment as giveUpComment',
        'payment_schedule.created_at as createdAt',
        'payment_schedule.updated_at as updatedAt',
      ])
      // Of the SPV alone, French without one as everywhere.
      .select(({ fn }) => fn.coalesce('spv.country', sql.lit<'France'>('France')).as('spvCountry'))
      .select((eb) =>
        eb
          .selectFrom('payment_to_be_assigned')
          .whereRef('payment_to_be_assigned.property_id', '=', 'payment_schedule.property_id')
          .where('source', '=', 'escrow')
          .where('status', '<>', 'archivedNotAssigned')
          .select(
            sql<Cents>`coalesce(sum(amount_cents), 0) + coalesce((
            select penalties_cents - penalties_from_surplus_cents
            from final_settlement
            where final_settlement.property_id = payment_schedule.property_id
          ), 0)`.as('cents'),
          )
          .$asScalar()
          .$notNull()
          .as('sequestreTransferredCents'),
      )
      .select(UNLENT_GIVEN_BACK.as('unlentGivenBackCents'))
  );
}

/**
 * The schedule of a property without its echeances; `sequestreTransferredCents`: escrow transfers that are not archived, and the
 * penalties that the final settlement took from the escrow; `unlentGivenBackCents`: capital that was never lent, and went back to the
 * holders.
 */
export async function findScheduleRow(db: Database | Tx, propertyId: PropertyId) {
  return selectSchedule(db, propertyId).executeTakeFirst();
}

/** A schedule as stored; amounts in cents, rates as percentages x 10 000. */
export type Schedule = NonNullable<Awaited<ReturnType<typeof findScheduleRow>>> & {
  events: readonly StoredEvent[];
  prorogations: readonly Prorogation[];
  echeances: readonly EcheanceRow[];
  /** By date; the owner's payments, without the escrow parts of events. */
  capitalPayments: readonly PaidCapital[];
};

/** The schedule of a property, undefined when it has none. One statement, so that it is consistent without a lock. */
export async function readSchedule(db: Database | Tx, propertyId: PropertyId): Promise<Schedule | undefined> {
  const row = await selectSchedule(db, propertyId)
    .select([
      jsonOfCapitalEvents(db, propertyId).as('events'),
      jsonOfProrogations(db, propertyId).as('prorogations'),
      jsonOfEcheances(db, propertyId).as('echeances'),
      jsonOfPaidCapital(db, propertyId).as('capitalPayments'),
    ])
    .executeTakeFirst();
  return (
    row && {
      ...row,
      events: row.events.map(capitalEventOf),
      echeances: row.echeances.map(echeanceOf),
      capitalPayments: row.capitalPayments.map(paidCapitalOf),
    }
  );
}

/**
 * The same, locked until the end of the transaction. To be called before the schedule is changed, a payment is assigned or archived, or a
 * fee is taken: derived amounts are exact under this lock.
 */
export async function lockSchedule(tx: Tx, propertyId: PropertyId): Promise<Schedule | undefined> {
  // The lock is a statement of its own, so that the reading sees all that was committed before the lock was granted.
  return (await lockScheduleRow(tx, propertyId)) ? readSchedule(tx, propertyId) : undefined;
}

/** The schedule that was written in this transaction. */
export async function readWritten(tx: Tx, propertyId: PropertyId): Promise<Schedule> {
  const schedule = await readSchedule(tx, propertyId);
  if (!schedule) throw new Error(`the schedule of ${propertyId} was just written`);
  return schedule;
}
