// SQL of payments to be assigned: reading, inserting, assigning and taking back, splitting, archiving, and those with an open
// transfer.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { PaymentSource, ReceivedPayment } from './rules.ts';

/** Columns of a {@link ReceivedPayment}. */
export const PAYMENT_COLUMNS = [
  'id',
  'property_id as propertyId',
  'spv_id as spvId',
  'status',
  'amount_cents as amountCents',
  'lineage',
  'origin_wire_id as originWireId',
  'origin_amount_cents as originAmountCents',
  'payment',
  'source',
  'debit_account_id as debitAccountId',
  'provider_wire_id as providerWireId',
  'payment_id as paymentId',
  'payment_date as paymentDate',
  'comment',
  'target_echeance_id as targetEcheanceId',
  'switching_to_property_id as switchingToPropertyId',
  'wallet_transaction_id as walletTransactionId',
] as const;

/** The record with this id. */
export async function findPayment(db: Database | Tx, id: string): Promise<ReceivedPayment | undefined> {
  return db.selectFrom('received_payment').select(PAYMENT_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export async function lockPayment(tx: Tx, id: string): Promise<ReceivedPayment | undefined> {
  return tx.selectFrom('received_payment').select(PAYMENT_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** A new waiting record; cents. */
export type NewWaitingPayment = {
  id: string;
  propertyId: PropertyId | null;
  spvId: SpvId;
  amountCents: Cents;
  payment: ReceivedPayment['payment'];
  source: PaymentSource;
  paymentDate: Temporal.PlainDate;
  comment: string;
  at: Temporal.Instant;
  debitAccountId?: string;
  providerWireId?: number;
  paymentId?: string;
  walletTransactionId?: string;
  targetEcheanceId?: EcheanceId;
};

/** Writes a waiting parent record. */
export async function insertWaitingPayment(tx: Tx, payment: NewWaitingPayment): Promise<ReceivedPayment> {
  return tx
    .insertInto('received_payment')
    .values({
      id: payment.id,
      property_id: payment.propertyId,
      spv_id: payment.spvId,
      status: 'waiting',
      amount_cents: payment.amountCents,
      payment: payment.payment,
      source: payment.source,
      debit_account_id: payment.debitAccountId ?? null,
      provider_wire_id: payment.providerWireId ?? null,
      payment_id: payment.paymentId ?? null,
      wallet_transaction_id: payment.walletTransactionId ?? null,
      target_echeance_id: payment.targetEcheanceId ?? null,
      payment_date: payment.paymentDate,
      comment: payment.comment,
      created_at: payment.at,
    })
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Waiting records, newest first. */
export async function listWaitingPayments(
  db: Database,
  { spvId, limit, after }: { spvId?: SpvId | undefined; limit: number; after: CursorKey | undefined },
) {
  // A literal: with a parameter, a prepared statement cannot use the partial index.
  let query = db
    .selectFrom('received_payment')
    .select(PAYMENT_COLUMNS)
    .select('created_at as createdAt')
    .where('status', '=', sql.lit('waiting' as const));
  if (spvId !== undefined) query = query.where('spv_id', '=', spvId);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** From waiting to assigned, which sets the project of a record without one; false when it is not waiting any more. */
export async function markAssigned(
  tx: Tx,
  { id, propertyId }: ReceivedPayment,
  assignment: {
    propertyId: PropertyId;
    echeanceId: EcheanceId;
    paymentFor: 'mensualite' | 'capitalRepayment';
    onLastEcheance: boolean;
    comment: string | null;
    at: Temporal.Instant;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('received_payment')
    .set({
      status: 'assigned',
      property_id: assignment.propertyId,
      project_named_by_assignment: propertyId === null,
      assigned_echeance_id: assignment.echeanceId,
      payment_for: assignment.paymentFor,
      on_last_echeance: assignment.onLastEcheance,
      assign_comment: assignment.comment,
      assigned_at: assignment.at,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** From waiting to archivedNotAssigned, with the parts that left the books; false when it is not waiting any more. */
export async function markArchived(
  tx: Tx,
  id: string,
  archive: {
    propertyId: PropertyId | null;
    /** The archive names the project, which is forgotten again when it is taken back. */
    isNamed: boolean;
    comment: string;
    claimFilledCents: Cents;
    coveredCents: Cents;
    offProviderCents: Cents;
    at: Temporal.Instant;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('received_payment')
    .set({
      status: 'archivedNotAssigned',
      property_id: archive.propertyId,
      project_named_by_assignment: archive.isNamed,
      claim_filled_cents: archive.claimFilledCents,
      covered_cents: archive.coveredCents,
      archived_off_provider_cents: archive.offProviderCents,
      archive_comment: archive.comment,
      archived_at: archive.at,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A record with its assignment. `capitalEventId`: it is the escrow part of that event. */
export type AssignedRow = Omit<ReceivedPayment, 'propertyId'> & {
  propertyId: PropertyId;
  echeanceId: EcheanceId;
  paymentFor: 'mensualite' | 'capitalRepayment';
  capitalEventId: string | null;
};

function selectAssigned(tx: Tx, id: string) {
  return tx
    .selectFrom('received_payment')
    .select([...PAYMENT_COLUMNS, 'assigned_echeance_id as echeanceId', 'payment_for as paymentFor'])
    .select('capital_event_id as capitalEventId')
    .where('id', '=', id)
    .where('status', '=', 'assigned');
}

type Read = Awaited<ReturnType<ReturnType<typeof selectAssigned>['executeTakeFirst']>>;

/** The record, undefined when it is not assigned. */
export async function findAssignment(tx: Tx, id: string): Promise<AssignedRow | undefined> {
  return toAssigned(await selectAssigned(tx, id).executeTakeFirst());
}

/** The same, locked until the end of the transaction. */
export async function lockAssignment(tx: Tx, id: string): Promise<AssignedRow | undefined> {
  return toAssigned(await selectAssigned(tx, id).forUpdate().executeTakeFirst());
}

/** Throws when an assigned record lacks its echeance (excluded by `payment_assigned_where`) or its project (set by each assignment). */
function toAssigned(row: Read): AssignedRow | undefined {
  if (!row) return undefined;
  const { propertyId, echeanceId, paymentFor } = row;
  if (propertyId === null || echeanceId === null || paymentFor === null)
    throw new Error(`payment ${row.id} is assigned to nothing`);
  return { ...row, propertyId, echeanceId, paymentFor };
}

/** From assigned to waiting, without a project if the assignment had set it. Throws when the record is not assigned. */
export async function markUnassigned(tx: Tx, { id }: AssignedRow): Promise<ReceivedPayment> {
  return tx
    .updateTable('received_payment')
    .set({
      status: 'waiting',
      property_id: sql`case when project_named_by_assignment then null else property_id end`,
      project_named_by_assignment: false,
      assigned_echeance_id: null,
      payment_for: null,
      on_last_echeance: false,
      assigned_at: null,
      assign_comment: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'assigned')
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Columns that both parts share. */
const SHARED = [
  'property_id',
  'spv_id',
  'status',
  'lineage',
  'origin_wire_id',
  'origin_amount_cents',
  'payment',
  'source',
  'debit_account_id',
  'provider_wire_id',
  'payment_id',
  'wallet_transaction_id',
  'payment_date',
  'comment',
  'target_echeance_id',
] as const;

/** The locked record becomes a child with `newAmountCents`; a second child gets the rest (repayments.md#splitting). */
export async function splitPayment(
  tx: Tx,
  row: ReceivedPayment,
  split: { newAmountCents: Cents; restId: string; restCents: Cents; at: Temporal.Instant },
): Promise<[ReceivedPayment, ReceivedPayment]> {
  const kept = await tx
    .updateTable('received_payment')
    .set({
      amount_cents: split.newAmountCents,
      lineage: 'child',
      origin_wire_id: row.originWireId ?? row.id,
      origin_amount_cents: row.originAmountCents ?? row.amountCents,
    })
    .where('id', '=', row.id)
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
  const rest = await tx
    .insertInto('received_payment')
    .columns([...SHARED, 'id', 'amount_cents', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('received_payment')
        .select([
          ...SHARED,
          sql<string>`${split.restId}::uuid`.as('id'),
          sql<Cents>`${split.restCents}::bigint`.as('amount_cents'),
          sql<Temporal.Instant>`${split.at}::timestamptz`.as('created_at'),
        ])
        .where('id', '=', row.id),
    )
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
  return [kept, rest];
}

/** The record that this payment switches to another SPV. */
export async function findPaymentOfSwitch(tx: Tx, paymentId: string): Promise<ReceivedPayment | undefined> {
  return tx
    .selectFrom('received_payment')
    .select(PAYMENT_COLUMNS)
    .where('payment_id', '=', paymentId)
    .where('switching_to_property_id', 'is not', null)
    .executeTakeFirst();
}

/** Moves a waiting record to another project and its SPV, which ends a switch. Throws when it is not waiting. */
export async function writeProject(
  tx: Tx,
  id: string,
  destination: { propertyId: PropertyId | null; spvId: SpvId },
): Promise<void> {
  await tx
    .updateTable('received_payment')
    .set({ property_id: destination.propertyId, spv_id: destination.spvId, switching_to_property_id: null })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Marks a waiting record with the project and transfer of its switch. Throws when it is switched already. */
export async function beginSwitch(tx: Tx, id: string, change: { propertyId: PropertyId; paymentId: string }): Promise<void> {
  await tx
    .updateTable('received_payment')
    .set({ switching_to_property_id: change.propertyId, payment_id: change.paymentId })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('switching_to_property_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Ends a switch whose transfer was refused: the record keeps its project. */
export async function cancelSwitch(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('received_payment')
    .set({ switching_to_property_id: null })
    .where('id', '=', id)
    .where('switching_to_property_id', 'is not', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Writes the new payment and transaction of a p2p-auto record that is retried. */
export async function writeRetry(tx: Tx, id: string, retry: { paymentId: string; walletTransactionId: string }): Promise<void> {
  await tx
    .updateTable('received_payment')
    .set({ payment_id: retry.paymentId, wallet_transaction_id: retry.walletTransactionId })
    .where('id', '=', id)
    .where('provider_wire_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Writes the movement that brought the record's money, and the project and SPV it is booked for. */
export async function linkMovement(
  tx: Tx,
  id: string,
  { propertyId, spvId, providerWireId }: { propertyId: PropertyId | null; spvId: SpvId; providerWireId: number },
): Promise<void> {
  await tx
    .updateTable('received_payment')
    .set({ property_id: propertyId, spv_id: spvId, provider_wire_id: providerWireId })
    .where('id', '=', id)
    .where('provider_wire_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
}
