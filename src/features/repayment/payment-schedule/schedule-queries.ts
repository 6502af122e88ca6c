// SQL of one payment schedule: read or locked whole, and what is paid or owed on one of its echeances written.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
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
      // Only of the SPV; French without one, as everywhere.
      .select(({ fn }) => fn.coalesce('spv.country', sql.lit<'France'>('France')).as('spvCountry'))
      .select((eb) =>
        eb
          .selectFrom('received_payment')
          .whereRef('received_payment.property_id', '=', 'payment_schedule.property_id')
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
  // The lock is a separate statement, so that the reading sees all that was committed before the lock was granted.
  return (await lockScheduleRow(tx, propertyId)) ? readSchedule(tx, propertyId) : undefined;
}

/** The schedule that was written in this transaction. */
export async function readWritten(tx: Tx, propertyId: PropertyId): Promise<Schedule> {
  const schedule = await readSchedule(tx, propertyId);
  if (!schedule) throw new Error(`the schedule of ${propertyId} was just written`);
  return schedule;
}

/** A payment and the echeance it is assigned to; cents. */
type AssignedPayment = {
  id: string;
  propertyId: PropertyId;
  spvId: SpvId;
  echeanceId: EcheanceId;
  amountCents: Cents;
  payment: 'wire' | 'other';
  source: 'directDebit' | 'escrow';
  paymentFor: 'mensualite' | 'capitalRepayment';
  paymentDate: Temporal.PlainDate;
  comment: string;
  at: Temporal.Instant;
  walletTransactionId?: string;
  providerWireId?: number;
  capitalEventId?: string;
};

/** Writes an assigned record; a second one of the same event violates `payment_of_capital_event`. */
export async function insertAssignedPayment(tx: Tx, payment: AssignedPayment): Promise<void> {
  await tx
    .insertInto('received_payment')
    .values({
      id: payment.id,
      property_id: payment.propertyId,
      spv_id: payment.spvId,
      status: 'assigned',
      amount_cents: payment.amountCents,
      payment: payment.payment,
      source: payment.source,
      provider_wire_id: payment.providerWireId ?? null,
      wallet_transaction_id: payment.walletTransactionId ?? null,
      capital_event_id: payment.capitalEventId ?? null,
      payment_date: payment.paymentDate,
      comment: payment.comment,
      assigned_echeance_id: payment.echeanceId,
      // As a transfer of escrow names it.
      target_echeance_id: payment.source === 'escrow' && payment.paymentFor === 'mensualite' ? payment.echeanceId : null,
      payment_for: payment.paymentFor,
      assigned_at: payment.at,
      created_at: payment.at,
    })
    .execute();
}

/** The escrow part of an event that is taken back goes back to the escrow. Throws when the event has none. */
export async function archiveEscrowPart(
  tx: Tx,
  capitalEventId: string,
  { comment, at }: { comment: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('received_payment')
    .set({
      status: 'archivedNotAssigned',
      archive_comment: comment,
      archived_at: at,
      assigned_echeance_id: null,
      payment_for: null,
      assigned_at: null,
      capital_event_id: null,
    })
    .where('capital_event_id', '=', capitalEventId)
    .where('status', '=', 'assigned')
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Writes a waiting record of a second debit; `propertyId` null: booked for the SPV. */
export async function insertWaitingDebit(
  tx: Tx,
  payment: Pick<AssignedPayment, 'id' | 'spvId' | 'amountCents' | 'paymentDate' | 'comment' | 'at'> & {
    propertyId: PropertyId | null;
    walletTransactionId: string;
    providerWireId: number;
  },
): Promise<void> {
  await tx
    .insertInto('received_payment')
    .values({
      id: payment.id,
      property_id: payment.propertyId,
      spv_id: payment.spvId,
      status: 'waiting',
      amount_cents: payment.amountCents,
      payment: 'wire',
      source: 'directDebit',
      provider_wire_id: payment.providerWireId,
      wallet_transaction_id: payment.walletTransactionId,
      payment_date: payment.paymentDate,
      comment: payment.comment,
      created_at: payment.at,
    })
    .execute();
}

/** Takes the payment off its echeance for good; it is shown as archived. Throws when its status has changed. */
export async function markChargedBack(
  tx: Tx,
  payment: { paymentId: string; status: 'waiting' | 'assigned' | 'archivedNotAssigned' },
  end: { comment: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('received_payment')
    .set({
      status: 'chargedBack',
      assigned_echeance_id: null,
      payment_for: null,
      assigned_at: null,
      archived_at: end.at,
      archive_comment: end.comment,
    })
    .where('id', '=', payment.paymentId)
    .where('status', '=', payment.status)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** From notExecuted to pending: its transfer is ordered. Throws when it was not notExecuted. */
export async function markFeePending(
  tx: Tx,
  echeanceId: EcheanceId,
  transfer: { paymentId: string; takenCents: Cents },
): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({
      management_fees_status: 'pending',
      management_fees_payment_id: transfer.paymentId,
      management_fees_taken_cents: transfer.takenCents,
    })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'notExecuted')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee of ${echeanceId} is not open`));
}

/** From pending to notExecuted: the provider refused. Throws when it was not pending. */
export async function markFeeRefused(tx: Tx, echeanceId: EcheanceId): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({ management_fees_status: 'notExecuted', management_fees_payment_id: null, management_fees_taken_cents: 0 })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'pending')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee of ${echeanceId} is not pending`));
}

/** From pending to executed: its transfer succeeded. Throws when it was not pending. */
export async function markFeeTransferred(tx: Tx, echeanceId: EcheanceId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({ management_fees_status: 'executed', management_fees_executed_at: at })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'pending')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee of ${echeanceId} is not pending`));
}

/**
 * From notExecuted to executed by hand; false when it was in another status. `takenCents`: the part that was paid with money assigned to
 * the echeance; null: the fee was paid outside.
 */
export async function markFeeExecutedByHand(
  tx: Tx,
  echeanceId: EcheanceId,
  execution: { comment: string; takenCents: Cents | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('echeance')
    .set({
      management_fees_status: 'executed',
      management_fees_executed_at: execution.at,
      management_fees_comment: execution.comment,
      management_fees_paid_outside: execution.takenCents === null,
      management_fees_taken_cents: execution.takenCents ?? 0,
    })
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'notExecuted')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to an open fee, negative: takes off it; cents. Throws when it was executed or is on its way. */
export async function changeFee(tx: Tx, echeanceId: EcheanceId, change: { exclTaxCents: Cents; vatCents: Cents }): Promise<void> {
  await tx
    .updateTable('echeance')
    .set((eb) => ({
      management_fees_excl_tax_cents: eb('management_fees_excl_tax_cents', '+', change.exclTaxCents),
      management_fees_vat_cents: eb('management_fees_vat_cents', '+', change.vatCents),
    }))
    .where('id', '=', echeanceId)
    .where('management_fees_status', '=', 'notExecuted')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee of ${echeanceId} is not open`));
}

/** Replaces the penalty of an echeance; cents. `feesTakenCents`: the part of its fee that the penalty does not take back. */
export async function writePenalty(
  tx: Tx,
  echeanceId: EcheanceId,
  penalty: { total: Cents; forInvestors: Cents; forBricks: Cents; feesTakenCents: Cents; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({
      penalty_total_cents: penalty.total,
      penalty_for_investors_cents: penalty.forInvestors,
      penalty_for_bricks_cents: penalty.forBricks,
      management_fees_taken_cents: penalty.feesTakenCents,
      updated_at: penalty.at,
    })
    .where('id', '=', echeanceId)
    .execute();
}
