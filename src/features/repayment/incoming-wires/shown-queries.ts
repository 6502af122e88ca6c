// SQL of payments to be assigned with the names around them, and of what they refer to: projects, wallets, and transfers that are
// booked already.

import { type NotNull, sql } from 'kysely';
import type { Config } from '../../../config/settings.ts';
import { amountIn, type Cents } from '../../../core/cents.ts';
import { parisDate, startOfParisDay } from '../../../core/dates.ts';
import type { Database } from '../../../core/db/pool.ts';
import { containing, inDays } from '../../../core/db/sql-fragments.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { type CursorKey, decodeCursor, decodeNumberCursor, type NumberKey, refuseCursor } from '../../../core/http/pagination.ts';
import type { ChoiceQuery } from '../../../core/http/schemas.ts';
import type { Period } from '../../../core/period.ts';
import { UUID } from '../../../core/uuid.ts';
import type { Transfer } from '../../../providers/payments/index.ts';
import { noteCountOf } from '../../operations/notes/index.ts';
import { lockProperties, lockProperty } from '../../projects/project-life/index.ts';
import type { ProjectOfSpv } from './rules.ts';
import type { PaymentSort } from './schemas.ts';

/** Fewer letters are in too many names. */
const LEAST_LETTERS = 3;

/** A record with the names around it. */
export type HistoryRow = Awaited<ReturnType<typeof listSettledPayments>>[number];

function selectNamed(db: Database) {
  return db
    .selectFrom('received_payment as received')
    .innerJoin('spv', 'spv.id', 'received.spv_id')
    .leftJoin('property', 'property.id', 'received.property_id')
    .leftJoin('echeance', 'echeance.id', 'received.assigned_echeance_id')
    .select([
      'received.id',
      'received.property_id as propertyId',
      'received.spv_id as spvId',
      'received.status',
      'received.amount_cents as amountCents',
      'received.lineage',
      'received.origin_wire_id as originWireId',
      'received.origin_amount_cents as originAmountCents',
      'received.payment',
      'received.source',
      'received.debit_account_id as debitAccountId',
      'received.provider_wire_id as providerWireId',
      'received.payment_id as paymentId',
      'received.return_payment_id as returnPaymentId',
      'received.payment_date as paymentDate',
      'received.comment',
      'received.target_echeance_id as targetEcheanceId',
      'received.switching_to_property_id as switchingToPropertyId',
      'received.wallet_transaction_id as walletTransactionId',
      'received.payment_for as paymentFor',
      'received.assigned_at as assignedAt',
      'received.assign_comment as assignComment',
      'received.archived_at as archivedAt',
      'received.archive_comment as archiveComment',
      'received.created_at as createdAt',
      'spv.name as spvName',
      'property.name as propertyName',
      'echeance.id as echeanceId',
      'echeance.number as echeanceNumber',
      'echeance.period as echeancePeriod',
      noteCountOf('wire', 'received.id').as('noteCount'),
    ]);
}

/** Assigned and archived records, newest first, in one statement; one more than `limit` when there are more. */
export async function listSettledPayments(
  db: Database,
  { propertyId, spvId, limit, after }: { propertyId?: PropertyId; spvId?: SpvId; limit: number; after: CursorKey | undefined },
) {
  let query = selectNamed(db).where('received.status', '<>', sql.lit('waiting' as const));
  if (propertyId !== undefined) query = query.where('received.property_id', '=', propertyId);
  if (spvId !== undefined) query = query.where('received.spv_id', '=', spvId);
  if (after)
    query = query.where(sql<boolean>`(received.created_at, received.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('received.created_at', 'desc')
    .orderBy('received.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** What a list of the console is narrowed by; what was charged back or returned is among the archived. */
type PaymentFilters = Period & {
  state: 'waiting' | 'assigned' | 'archived';
  propertyId?: PropertyId;
  spvId?: SpvId;
  search?: string;
};

const SORT_COLUMNS = {
  '-createdAt': 'received.created_at',
  date: 'received.payment_date',
  '-date': 'received.payment_date',
  amount: 'received.amount_cents',
  '-amount': 'received.amount_cents',
} as const;

/** Where a row stands in the order: a date by the instant at which it begins in Paris. */
export function keyOfPayment({ createdAt, paymentDate, amountCents, id }: HistoryRow, sort: PaymentSort): CursorKey | NumberKey {
  if (sort === 'amount' || sort === '-amount') return { value: amountCents, id };
  return { at: sort === '-createdAt' ? createdAt : startOfParisDay(paymentDate), id };
}

/** The same of the query's cursor. Error: `validation-failed` for one of another kind of order. */
export function afterCursor(cursor: string | undefined, sort: PaymentSort): CursorKey | NumberKey | undefined {
  if (sort !== 'amount' && sort !== '-amount') return decodeCursor(cursor);
  const key = decodeNumberCursor(cursor);
  return key && !Number.isSafeInteger(key.value) ? refuseCursor() : key;
}

/** What comes after that row, in the order. */
function isAfter(key: CursorKey | NumberKey, sort: PaymentSort) {
  const { id } = key;
  if ('value' in key)
    return sort === 'amount'
      ? sql<boolean>`(received.amount_cents, received.id) > (${key.value}::bigint, ${id}::uuid)`
      : sql<boolean>`(received.amount_cents, received.id) < (${key.value}::bigint, ${id}::uuid)`;
  const day = parisDate(key.at);
  if (sort === 'date') return sql<boolean>`(received.payment_date, received.id) > (${day}::date, ${id}::uuid)`;
  if (sort === '-date') return sql<boolean>`(received.payment_date, received.id) < (${day}::date, ${id}::uuid)`;
  return sql<boolean>`(received.created_at, received.id) < (${key.at}::timestamptz, ${id}::uuid)`;
}

/** Records of one state whose date is in the period, in the order asked for, one more than `limit` when there are more. */
export async function findPaymentsPage(
  db: Database,
  { state, propertyId, spvId, search, ...days }: PaymentFilters,
  { sort, after, limit }: { sort: PaymentSort; after: CursorKey | NumberKey | undefined; limit: number },
): Promise<HistoryRow[]> {
  let query = selectNamed(db).where(inDays('received.payment_date', days));
  // Literals: with a parameter, a prepared statement cannot use the partial indexes.
  if (state === 'waiting') query = query.where('received.status', '=', sql.lit('waiting' as const));
  else query = query.where('received.status', '<>', sql.lit('waiting' as const));
  if (state === 'assigned') query = query.where('received.status', '=', 'assigned');
  if (state === 'archived')
    query = query.where('received.status', 'in', ['archivedNotAssigned', 'chargedBack', 'returning', 'returned']);
  if (propertyId !== undefined) query = query.where('received.property_id', '=', propertyId);
  if (spvId !== undefined) query = query.where('received.spv_id', '=', spvId);
  if (search !== undefined) query = query.where('received.id', 'in', idsBy(search));
  if (after) query = query.where(isAfter(after, sort));
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return query
    .orderBy(SORT_COLUMNS[sort], direction)
    .orderBy('received.id', direction)
    .limit(limit + 1)
    .execute();
}

/** Records by amount, or by a part of what they are called; each part of the union reads an index. */
function idsBy(search: string) {
  const amountCents = amountIn(search);
  const pattern = search.trim().length < LEAST_LETTERS ? null : containing(search.trim());
  return sql<string>`(
    select id from received_payment where amount_cents = ${amountCents}::bigint
    union
    select id from received_payment where lower(comment) like ${pattern}::text
    union
    select payment.id
    from property
    join received_payment payment on payment.property_id = property.id
    where lower(property.name) like ${pattern}::text
    union
    select payment.id
    from spv
    join received_payment payment on payment.spv_id = spv.id
    where lower(spv.name) like ${pattern}::text
  )`;
}

/** The oldest records that wait, with their names. */
export async function findOldestWaiting(db: Database, limit: number): Promise<HistoryRow[]> {
  return selectNamed(db)
    .where('received.status', '=', sql.lit('waiting' as const))
    .orderBy('received.created_at')
    .orderBy('received.id')
    .limit(limit)
    .execute();
}

/** How many records wait, and what they amount to; cents. */
export async function sumWaiting(db: Database): Promise<{ count: number; amountCents: Cents }> {
  return db
    .selectFrom('received_payment')
    .select((eb) => [
      sql<number>`count(*)::integer`.as('count'),
      eb.fn.coalesce(eb.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('amountCents'),
    ])
    .where('status', '=', sql.lit('waiting' as const))
    .executeTakeFirstOrThrow();
}

/** One record. */
export async function findNamedPayment(db: Database, id: string): Promise<HistoryRow | undefined> {
  return selectNamed(db).where('received.id', '=', id).executeTakeFirst();
}

/** The parts of one split wire, the largest first; at most 100. */
export async function listParts(db: Database, originWireId: string) {
  return db
    .selectFrom('received_payment')
    .select(['id', 'amount_cents as amountCents', 'status'])
    .where('origin_wire_id', '=', originWireId)
    .orderBy('amount_cents', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

const DEBIT_ACCOUNTS = 20;

/** Accounts that payments were taken from, each with its last payment and the project of that one, newest first. */
export async function listUsedDebitAccounts(db: Database, propertyId: PropertyId | undefined) {
  let used = db
    .selectFrom('received_payment as received')
    .leftJoin('property', 'property.id', 'received.property_id')
    .distinctOn('received.debit_account_id')
    .select(['received.debit_account_id as accountId', 'property.name as usedFor', 'received.created_at as usedAt'])
    .where('received.source', '=', sql.lit('p2pAuto' as const))
    .where('received.debit_account_id', 'is not', null)
    .$narrowType<{ accountId: NotNull }>()
    .orderBy('received.debit_account_id')
    .orderBy('received.created_at', 'desc');
  if (propertyId !== undefined) used = used.where('received.property_id', '=', propertyId);
  return db.selectFrom(used.as('used')).selectAll().orderBy('usedAt', 'desc').limit(DEBIT_ACCOUNTS).execute();
}

/** The project with this id, whether it has a schedule and was settled, its SPV and the SPV's wallet. */
export async function findProject(db: Database | Tx, propertyId: PropertyId) {
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
      sql<boolean>`property.solde_de_tout_compte_done_at is not null`.as('isSettled'),
    ])
    .where('property.id', '=', propertyId)
    .executeTakeFirst();
}

/**
 * Projects with a schedule in one of these statuses: a payment may be created for them (repayments.md#eligible-projects). By name; with a
 * text those whose name contains it, or whose id it is.
 */
export async function listProjectsInDebt(
  db: Database,
  statuses: Config['OWNER_DEBT_STATUSES'],
  { search, limit }: ChoiceQuery = {},
) {
  const text = search?.trim();
  return db
    .selectFrom('property')
    .innerJoin('payment_schedule', 'payment_schedule.property_id', 'property.id')
    .select(['property.id', 'property.name', 'property.spv_id as spvId', 'property.financial_status as financialStatus'])
    .where('property.financial_status', '=', (any) => any.fn.any(any.val([...statuses])))
    .$if(Boolean(text), (some) =>
      some.where(sql<boolean>`(lower(property.name) like ${containing(text ?? '')} or property.id::text = lower(${text ?? ''}))`),
    )
    .$if(limit !== undefined, (some) => some.limit(limit ?? 1))
    .orderBy('property.name')
    .orderBy('property.id')
    .$narrowType<{ financialStatus: NotNull }>()
    .execute();
}

/** The projects that a payment may be assigned to: its own, else those of its SPV; by name, at most twenty. */
export async function listSchedulesOpenTo(db: Database, payment: { propertyId: PropertyId | null; spvId: SpvId }) {
  const { propertyId, spvId } = payment;
  let query = db
    .selectFrom('property')
    .innerJoin('payment_schedule', 'payment_schedule.property_id', 'property.id')
    .select(['property.id', 'property.name'])
    .where((property) =>
      property.or([
        property('property.solde_de_tout_compte_done_at', 'is', null),
        property.exists(
          property
            .selectFrom('give_up')
            .select('give_up.id')
            .whereRef('give_up.property_id', '=', 'property.id')
            .where('give_up.taken_back_at', 'is', null),
        ),
      ]),
    );
  query = propertyId === null ? query.where('property.spv_id', '=', spvId) : query.where('property.id', '=', propertyId);
  return query.orderBy('property.name').orderBy('property.id').limit(20).execute();
}

/**
 * The published projects of an SPV, locked, so that none is settled before the money is booked. A project that is published at the same
 * moment is not among them.
 */
export async function lockProjectsOfSpv(tx: Tx, spvId: SpvId): Promise<ProjectOfSpv[]> {
  const published = await tx
    .selectFrom('property')
    .select('id')
    .where('spv_id', '=', spvId)
    .where('status', '=', 'PUBLISHED')
    .execute();
  const ids = [
    ...(await lockProperties(
      tx,
      published.map(({ id }) => id),
    )),
  ];
  const rows = await tx
    .selectFrom('property')
    .select(['id', 'financial_status as financialStatus', sql<boolean>`solde_de_tout_compte_done_at is not null`.as('isSettled')])
    .select((property) =>
      property
        .exists(property.selectFrom('payment_schedule').whereRef('property_id', '=', 'property.id').select('property_id'))
        .as('hasSchedule'),
    )
    .where('id', '=', (any) => any.fn.any(any.val(ids)))
    .where('spv_id', '=', spvId)
    .where('status', '=', 'PUBLISHED')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, hasSchedule: Boolean(row.hasSchedule) }));
}

/** True when any project belongs to the SPV, published or not. */
export async function hasProject(tx: Tx, spvId: SpvId): Promise<boolean> {
  return (await tx.selectFrom('property').select('id').where('spv_id', '=', spvId).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Where money that arrives for a project is booked, with the project locked. A project that was settled meanwhile takes no money: it is
 * booked for the SPV, without a project (A-incoming-wires-8). Throws when the project has no SPV.
 */
export async function lockDestination(tx: Tx, propertyId: PropertyId): Promise<{ propertyId: PropertyId | null; spvId: SpvId }> {
  const property = await lockProperty(tx, propertyId);
  if (!property?.spv_id) throw new Error(`project ${propertyId} has lost its SPV`);
  return { propertyId: property.solde_de_tout_compte_done_at === null ? propertyId : null, spvId: property.spv_id };
}

/** True when the account is the wallet of an investor or of an SPV. */
export async function isKnownWallet(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select
      exists (
        select
        from spv
        where provider_external_id = ${accountId}
      ) or exists (
        select
        from customer
        where id::text = ${accountId}
      ) as exists`.execute(db);
  return exists(rows);
}

/**
 * True when a payment or transaction of ours is booked for this transfer of the provider, or will be: it has the reference of a payment
 * of ours, which the provider has not answered yet.
 */
export async function isTransferBooked(
  db: Database | Tx,
  { paymentId, reference }: Pick<Transfer, 'paymentId' | 'reference'>,
): Promise<boolean> {
  const ownId = reference !== null && UUID.test(reference) ? reference : null;
  const { rows } = await sql<{ exists: boolean }>`
    select
      exists (
        select
        from payment
        where kind = 'transfer'
          and provider_payment_id = ${paymentId}
      ) or exists (
        select
        from payment
        where id = ${ownId}::uuid
      ) or exists (
        select
        from wallet_transaction
        where provider_transfer_id = ${paymentId}
      ) as exists`.execute(db);
  return exists(rows);
}

function exists(rows: readonly { exists: boolean }[]): boolean {
  const [row] = rows;
  if (!row) throw new Error('an exists without a row');
  return row.exists;
}
