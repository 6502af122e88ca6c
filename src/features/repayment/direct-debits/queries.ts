// SQL of the direct debits' room; state changes are compare-and-set.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';

const COLUMNS = [
  'direct_debit.id',
  'echeance_id as echeanceId',
  'status',
  'amount_cents as amountCents',
  'collection_date as collectionDate',
  'debit_account_id as accountId',
  'provider_mandate_id as mandateId',
  'provider_debit_id as providerDebitId',
  'to_be_reordered as isToBeReordered',
  'second_of as secondOf',
] as const;

/** A debit as stored; cents. `accountId` is the SPV's wallet that it fills, `secondOf` the debit under whose reference it stands too. */
export type DebitRow = NonNullable<Awaited<ReturnType<typeof findOpenDebit>>>;
export type DebitStatus = DebitRow['status'];

function selectOpen(db: Database | Tx) {
  return (
    db
      .selectFrom('direct_debit')
      .select(COLUMNS)
      // Words of a partial index are written out, so that a prepared statement can use it.
      .where('status', 'in', [sql.lit('creating' as const), sql.lit('scheduled' as const), sql.lit('canceling' as const)])
  );
}

/** The debit of an echeance that is not over. */
export async function findOpenDebit(db: Database | Tx, echeanceId: string) {
  return selectOpen(db).where('echeance_id', '=', echeanceId).where('second_of', 'is', null).executeTakeFirst();
}

/** The debit of an echeance that was cancelled to be ordered again, and was not yet. */
export async function findDebitToReorder(tx: Tx, echeanceId: string): Promise<DebitRow | undefined> {
  return tx
    .selectFrom('direct_debit')
    .select(COLUMNS)
    .where('echeance_id', '=', echeanceId)
    .where('status', '=', 'canceled')
    .where(sql<boolean>`to_be_reordered`)
    .executeTakeFirst();
}

/** Debits that were given up and that the provider may take all the same. */
export async function listWatchedDebits(db: Database): Promise<DebitRow[]> {
  return db
    .selectFrom('direct_debit')
    .select(COLUMNS)
    .where('status', '=', 'failed')
    .where('watched_until', '>', sql<Temporal.Instant>`clock_timestamp()`)
    .orderBy('watched_until')
    .execute();
}

/** The debit by its number at the provider. */
export async function findDebitAtProvider(db: Database, providerDebitId: number): Promise<DebitRow | undefined> {
  return db.selectFrom('direct_debit').select(COLUMNS).where('provider_debit_id', '=', providerDebitId).executeTakeFirst();
}

/** Debits that are not over, earliest collection first. */
export async function listOpenDebits(db: Database): Promise<DebitRow[]> {
  return selectOpen(db).where('second_of', 'is', null).orderBy('collection_date').orderBy('direct_debit.id').execute();
}

/** Second debits that are not over. */
export async function listOpenSeconds(db: Database): Promise<DebitRow[]> {
  return selectOpen(db).where('second_of', 'is not', null).orderBy('direct_debit.id').execute();
}

/** Writes a second debit of the provider down, once; its intent was never ours. */
export async function insertSecond(
  tx: Tx,
  { id, ...debit }: DebitRow,
  second: { id: string; providerDebitId: number; amountCents: number; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('direct_debit')
    .values({
      id: second.id,
      second_of: id,
      status: 'scheduled',
      echeance_id: debit.echeanceId,
      amount_cents: second.amountCents,
      collection_date: debit.collectionDate,
      debit_account_id: debit.accountId,
      provider_mandate_id: debit.mandateId,
      provider_debit_id: second.providerDebitId,
      created_at: second.at,
    })
    .onConflict((conflict) => conflict.column('provider_debit_id').doNothing())
    .execute();
}

/** The debit, locked until the end of the transaction. */
export async function lockDebit(tx: Tx, id: string): Promise<DebitRow | undefined> {
  return tx.selectFrom('direct_debit').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Writes the intent; a second one of the echeance violates `direct_debit_one_open`. */
export async function insertDebit(
  tx: Tx,
  debit: {
    id: string;
    echeanceId: string;
    amountCents: number;
    collectionDate: Temporal.PlainDate;
    accountId: string;
    mandateId: number;
    audit: RouteAudit | null;
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('direct_debit')
    .values({
      id: debit.id,
      echeance_id: debit.echeanceId,
      status: 'creating',
      amount_cents: debit.amountCents,
      collection_date: debit.collectionDate,
      debit_account_id: debit.accountId,
      provider_mandate_id: debit.mandateId,
      pending_audit: debit.audit === null ? null : JSON.stringify(debit.audit),
      created_at: debit.at,
      last_sent_at: sql`clock_timestamp()`,
    })
    .execute();
}

/** How long a debit that was given up is asked for. */
const WATCH_DAYS = 10;

/** From one of the states to another; false when it was in none of them. `isWatched`: given up, yet the provider may take it. */
export async function changeDebit(
  tx: Tx,
  id: string,
  change: {
    from: readonly DebitStatus[];
    to: DebitStatus;
    at: Temporal.Instant;
    providerDebitId?: number;
    paymentId?: string;
    failure?: string;
    isToBeReordered?: boolean;
    isWatched?: true;
  },
): Promise<boolean> {
  const isOpen = change.to === 'creating' || change.to === 'scheduled' || change.to === 'canceling';
  const row = await tx
    .updateTable('direct_debit')
    .set({
      status: change.to,
      settled_at: isOpen ? null : change.at,
      watched_until: change.isWatched ? sql`clock_timestamp() + make_interval(days => ${WATCH_DAYS})` : null,
      ...(change.providerDebitId === undefined ? {} : { provider_debit_id: change.providerDebitId }),
      ...(change.paymentId === undefined ? {} : { payment_id: change.paymentId }),
      failure: change.failure ?? null,
      ...(change.isToBeReordered === undefined ? {} : { to_be_reordered: change.isToBeReordered }),
    })
    .where('id', '=', id)
    .where('status', '=', (any) => any.fn.any(any.val([...change.from])))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** `scheduled` to `canceling`, to be reordered; false when it is neither. */
export async function markChanging(tx: Tx, debit: DebitRow, at: Temporal.Instant): Promise<boolean> {
  return changeDebit(tx, debit.id, { from: ['scheduled'], to: 'canceling', isToBeReordered: true, at });
}

/** It is collected as it is. */
export async function giveUpChange(tx: Tx, debitId: string, at: Temporal.Instant): Promise<void> {
  await changeDebit(tx, debitId, { from: ['canceling', 'scheduled'], to: 'scheduled', isToBeReordered: false, at });
}

/** Whoever orders again what this debit was cancelled for; false when somebody did before. */
export async function takeReorder(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('direct_debit')
    .set({ to_be_reordered: false })
    .where('id', '=', id)
    .where(sql<boolean>`to_be_reordered`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** True when the debit was ordered at least `seconds` ago: only then may it be given up. */
export async function isMarginOver(tx: Tx, id: string, seconds: number): Promise<boolean> {
  const row = await tx
    .selectFrom('direct_debit')
    .select(sql<boolean>`coalesce(last_sent_at <= clock_timestamp() - make_interval(secs => ${seconds}), true)`.as('isOver'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.isOver;
}

/** Keeps who asks for the cancelling until it is known how it ended. */
export async function writeDebitAudit(tx: Tx, id: string, audit: RouteAudit): Promise<void> {
  await tx
    .updateTable('direct_debit')
    .set({ pending_audit: JSON.stringify(audit) })
    .where('id', '=', id)
    .execute();
}

/** Who programmed or cancelled the debit; it is forgotten with this reading. */
export async function takeDebitAudit(tx: Tx, id: string) {
  const row = await tx
    .updateTable('direct_debit')
    .from((from) => from.selectFrom('direct_debit').select(['id', 'pending_audit']).where('id', '=', id).as('before'))
    .set({ pending_audit: null })
    .whereRef('direct_debit.id', '=', 'before.id')
    .returning([
      'before.pending_audit as audit',
      'direct_debit.echeance_id as echeanceId',
      'direct_debit.amount_cents as amountCents',
      'direct_debit.collection_date as collectionDate',
    ])
    .executeTakeFirstOrThrow();
  // Border: insertDebit and writeDebitAudit are the only writers of this column.
  return { ...row, audit: row.audit as RouteAudit | null };
}
