// All SQL of the wires' room; names say what is locked or guaranteed.

import { sql } from 'kysely';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { PaymentRow, PaymentSource } from './rules.ts';

const COLUMNS = [
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
  'payment_order_id as paymentOrderId',
  'payment_date as paymentDate',
  'comment',
  'target_echeance_id as targetEcheanceId',
  'switching_to_property_id as switchingToPropertyId',
  'wallet_transaction_id as walletTransactionId',
] as const;

/** The record with this id. */
export async function findPayment(db: Database | Tx, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment_to_be_assigned').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return tx.selectFrom('payment_to_be_assigned').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** An audit row that is written once its transfer has succeeded. */
export type PendingAudit = RouteAudit & { payload: Record<string, unknown> };

/** The record whose money this order moves, locked until the end of the transaction. */
export async function lockPaymentOfOrder(tx: Tx, orderId: string): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payment_to_be_assigned')
    .select(COLUMNS)
    .where('payment_order_id', '=', orderId)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** The transaction that stands for an order. */
export async function findTransactionOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  return (await tx.selectFrom('wallet_transaction').select('id').where('payment_order_id', '=', orderId).executeTakeFirst())?.id;
}

/** A record that begins to wait. */
export type NewWaitingPayment = {
  id: string;
  propertyId: string | null;
  spvId: string;
  amountCents: number;
  payment: PaymentRow['payment'];
  source: PaymentSource;
  paymentDate: Temporal.PlainDate;
  comment: string;
  at: Temporal.Instant;
  debitAccountId?: string;
  providerWireId?: number;
  paymentOrderId?: string;
  walletTransactionId?: string;
  targetEcheanceId?: string;
};

/** Writes a waiting parent record. */
export async function insertWaitingPayment(tx: Tx, payment: NewWaitingPayment): Promise<PaymentRow> {
  return tx
    .insertInto('payment_to_be_assigned')
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
      payment_order_id: payment.paymentOrderId ?? null,
      wallet_transaction_id: payment.walletTransactionId ?? null,
      target_echeance_id: payment.targetEcheanceId ?? null,
      payment_date: payment.paymentDate,
      comment: payment.comment,
      created_at: payment.at,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Waiting records, newest first. */
export async function listWaitingPayments(db: Database): Promise<PaymentRow[]> {
  return (
    db
      .selectFrom('payment_to_be_assigned')
      .select(COLUMNS)
      // Words of a partial index are written out, so that a prepared statement can use it.
      .where('status', '=', sql.lit('waiting' as const))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  );
}

/** A settled record with the names around it. */
export type HistoryRow = Awaited<ReturnType<typeof listSettledPayments>>[number];

/** Assigned and archived records, newest first; one statement. */
export async function listSettledPayments(db: Database) {
  return db
    .selectFrom('payment_to_be_assigned as payment')
    .innerJoin('spv', 'spv.id', 'payment.spv_id')
    .leftJoin('property', 'property.id', 'payment.property_id')
    .leftJoin('echeance', 'echeance.id', 'payment.assigned_echeance_id')
    .select([
      'payment.id',
      'payment.property_id as propertyId',
      'payment.spv_id as spvId',
      'payment.status',
      'payment.amount_cents as amountCents',
      'payment.lineage',
      'payment.origin_wire_id as originWireId',
      'payment.origin_amount_cents as originAmountCents',
      'payment.payment',
      'payment.source',
      'payment.debit_account_id as debitAccountId',
      'payment.provider_wire_id as providerWireId',
      'payment.payment_order_id as paymentOrderId',
      'payment.payment_date as paymentDate',
      'payment.comment',
      'payment.target_echeance_id as targetEcheanceId',
      'payment.switching_to_property_id as switchingToPropertyId',
      'payment.wallet_transaction_id as walletTransactionId',
      'payment.payment_for as paymentFor',
      'payment.assigned_at as assignedAt',
      'payment.assign_comment as assignComment',
      'payment.archived_at as archivedAt',
      'payment.archive_comment as archiveComment',
      'spv.name as spvName',
      'property.name as propertyName',
      'echeance.id as echeanceId',
      'echeance.number as echeanceNumber',
      'echeance.period as echeancePeriod',
    ])
    .where('payment.status', '<>', sql.lit('waiting' as const))
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .execute();
}

/** waiting to assigned; false when somebody else was first. */
export async function markAssigned(
  tx: Tx,
  id: string,
  assignment: {
    propertyId: string;
    echeanceId: string;
    paymentFor: 'mensualite' | 'capitalRepayment';
    comment: string | null;
    at: Temporal.Instant;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('payment_to_be_assigned')
    .set({
      status: 'assigned',
      property_id: assignment.propertyId,
      assigned_echeance_id: assignment.echeanceId,
      payment_for: assignment.paymentFor,
      assign_comment: assignment.comment,
      assigned_at: assignment.at,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** waiting to archivedNotAssigned; false when somebody else was first. */
export async function markArchived(tx: Tx, id: string, archive: { comment: string; at: Temporal.Instant }): Promise<boolean> {
  const row = await tx
    .updateTable('payment_to_be_assigned')
    .set({ status: 'archivedNotAssigned', archive_comment: archive.comment, archived_at: archive.at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The locked record keeps `newAmountCents` as a child of its own origin; a second child takes the rest (Q83). */
export async function splitPayment(
  tx: Tx,
  row: PaymentRow,
  split: { newAmountCents: number; restId: string; restCents: number; at: Temporal.Instant },
): Promise<[PaymentRow, PaymentRow]> {
  const originWireId = row.originWireId ?? row.id;
  const originAmountCents = row.originAmountCents ?? row.amountCents;
  const kept = await tx
    .updateTable('payment_to_be_assigned')
    .set({
      amount_cents: split.newAmountCents,
      lineage: 'child',
      origin_wire_id: originWireId,
      origin_amount_cents: originAmountCents,
    })
    .where('id', '=', row.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  const rest = await tx
    .insertInto('payment_to_be_assigned')
    .columns([
      'id',
      'property_id',
      'spv_id',
      'status',
      'amount_cents',
      'lineage',
      'origin_wire_id',
      'origin_amount_cents',
      'payment',
      'source',
      'debit_account_id',
      'provider_wire_id',
      'payment_order_id',
      'wallet_transaction_id',
      'payment_date',
      'comment',
      'target_echeance_id',
      'created_at',
    ])
    .expression((from) =>
      from
        .selectFrom('payment_to_be_assigned')
        .select([
          sql<string>`${split.restId}::uuid`.as('id'),
          'property_id',
          'spv_id',
          'status',
          sql<number>`${split.restCents}::bigint`.as('amount_cents'),
          'lineage',
          'origin_wire_id',
          'origin_amount_cents',
          'payment',
          'source',
          'debit_account_id',
          'provider_wire_id',
          'payment_order_id',
          'wallet_transaction_id',
          'payment_date',
          'comment',
          'target_echeance_id',
          sql<Temporal.Instant>`${split.at}::timestamptz`.as('created_at'),
        ])
        .where('id', '=', row.id),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return [kept, rest];
}

/** Moves a waiting record to another project (and its SPV), ending a switch. */
export async function writeProject(tx: Tx, id: string, place: { propertyId: string; spvId: string }): Promise<PaymentRow> {
  return tx
    .updateTable('payment_to_be_assigned')
    .set({ property_id: place.propertyId, spv_id: place.spvId, switching_to_property_id: null })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Notes the transfer that takes the money to another SPV; the record waits untouched until it is settled. */
export async function beginSwitch(
  tx: Tx,
  id: string,
  change: { propertyId: string; orderId: string; audit: PendingAudit },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({
      switching_to_property_id: change.propertyId,
      payment_order_id: change.orderId,
      pending_audit: JSON.stringify(change.audit),
    })
    .where('id', '=', id)
    .execute();
}

/** Ends a switch whose transfer was refused: the record stays where it is. */
export async function cancelSwitch(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('payment_to_be_assigned').set({ switching_to_property_id: null }).where('id', '=', id).execute();
}

/** Names the order that will bring the money of a p2p-auto record, its transaction, and who asked for it. */
export async function writeRetry(
  tx: Tx,
  id: string,
  retry: { orderId: string; walletTransactionId?: string | undefined; audit: PendingAudit },
): Promise<void> {
  await tx
    .updateTable('payment_to_be_assigned')
    .set({
      payment_order_id: retry.orderId,
      pending_audit: JSON.stringify(retry.audit),
      ...(retry.walletTransactionId === undefined ? {} : { wallet_transaction_id: retry.walletTransactionId }),
    })
    .where('id', '=', id)
    .execute();
}

/** Who asked for the transfer that is settled now; it is forgotten with this reading. */
export async function takePendingAudit(tx: Tx, id: string): Promise<PendingAudit | undefined> {
  const row = await tx
    .updateTable('payment_to_be_assigned as payment')
    .from((from) => from.selectFrom('payment_to_be_assigned').select(['id', 'pending_audit']).where('id', '=', id).as('before'))
    .set({ pending_audit: null })
    .whereRef('payment.id', '=', 'before.id')
    .returning('before.pending_audit as audit')
    .executeTakeFirst();
  // Border: beginSwitch and writeRetry are the only writers of this column.
  return (row?.audit ?? undefined) as PendingAudit | undefined;
}

/** Links the record to the movement that brought its money. */
export async function linkMovement(tx: Tx, id: string, providerWireId: number): Promise<PaymentRow> {
  return tx
    .updateTable('payment_to_be_assigned')
    .set({ provider_wire_id: providerWireId })
    .where('id', '=', id)
    .where('provider_wire_id', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** How far an order is. */
export async function findOrderStatus(db: Database | Tx, orderId: string): Promise<string | undefined> {
  return (await db.selectFrom('payment_order').select('status').where('id', '=', orderId).executeTakeFirst())?.status;
}

/** A project with its SPV's wallet, as far as payments are concerned. */
export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/** The project with this id, whether it has a schedule, its SPV and the SPV's wallet. */
export async function findProject(db: Database | Tx, propertyId: string) {
  return db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .leftJoin('payment_schedule', 'payment_schedule.property_id', 'property.id')
    .select([
      'property.id',
      'property.name',
      'property.financial_status as financialStatus',
      'spv.id as spvId',
      'spv.provider_external_id as accountId',
      'payment_schedule.property_id as scheduleId',
    ])
    .where('property.id', '=', propertyId)
    .executeTakeFirst();
}

/** Wallet of an SPV at the provider. */
export async function findSpvAccount(db: Database | Tx, spvId: string): Promise<string | null> {
  return (
    (await db.selectFrom('spv').select('provider_external_id as accountId').where('id', '=', spvId).executeTakeFirst())
      ?.accountId ?? null
  );
}

/** Projects with a schedule whose owner owes: those a manual payment may be created for (Q102), by name. */
export async function listProjectsInDebt(db: Database, statuses: Config['OWNER_DEBT_STATUSES']) {
  return db
    .selectFrom('property')
    .innerJoin('payment_schedule', 'payment_schedule.property_id', 'property.id')
    .select(['property.id', 'property.name', 'property.spv_id as spvId', 'property.financial_status as financialStatus'])
    .where('property.financial_status', '=', (any) => any.fn.any(any.val([...statuses])))
    .orderBy('property.name')
    .orderBy('property.id')
    .execute();
}

/**
 * The project that a wire to this SPV's wallet is for: the oldest schedule whose owner owes, else the newest published one;
 * null when the SPV has none (A-incoming-wires-2).
 */
export async function findProjectOfWire(tx: Tx, spvId: string, debtStatuses: readonly string[]): Promise<string | null> {
  const row = await tx
    .selectFrom('property')
    .leftJoin('payment_schedule', 'payment_schedule.property_id', 'property.id')
    .select('property.id')
    .where('property.spv_id', '=', spvId)
    .where('property.status', '=', 'PUBLISHED')
    .orderBy(
      sql`(payment_schedule.property_id is not null and coalesce(property.financial_status, '') = any (${[...debtStatuses]}::text[]))`,
      'desc',
    )
    .orderBy('payment_schedule.created_at', (order) => order.asc().nullsLast())
    .orderBy('property.published_at', 'desc')
    .orderBy('property.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** SPVs by their wallets at the provider. */
export async function findSpvsByAccount(db: Database, accountIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('spv')
    .select(['id', 'provider_external_id as accountId'])
    .where('provider_external_id', '=', (any) => any.fn.any(any.val([...accountIds])))
    .execute();
  return new Map(rows.flatMap(({ id, accountId }) => (accountId === null ? [] : [[accountId, id] as const])));
}

/** True when the account is the wallet of an investor or of an SPV: money of theirs has other ways. */
export async function isKnownWallet(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from spv where provider_external_id = ${accountId})
      or exists (select from customer where id::text = ${accountId}) as known`.execute(db);
  return rows[0]?.known ?? false;
}

/** True when one of our own orders or records stands for this transfer of the provider already. */
export async function isTransferBooked(db: Database | Tx, providerTransferId: number): Promise<boolean> {
  const { rows } = await sql<{ booked: boolean }>`
    select exists (select from payment_order where kind = 'transfer' and provider_payment_id = ${providerTransferId})
      or exists (select from wallet_transaction where provider_transfer_id = ${providerTransferId}) as booked`.execute(db);
  return rows[0]?.booked ?? false;
}
