// SQL of direct debits, also of those that were charged back; state changes are compare-and-set.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { traceparent } from '../../../core/telemetry/trace.ts';

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

/** A debit as stored; cents. `accountId` is the SPV's wallet it is paid to, `secondOf` the debit whose reference it shares. */
export type DebitRow = NonNullable<Awaited<ReturnType<typeof findOpenDebit>>>;
export type DebitStatus = DebitRow['status'];

function selectOpen(db: Database | Tx) {
  return (
    db
      .selectFrom('direct_debit')
      .select(COLUMNS)
      // Literals: with parameters, a prepared statement cannot use the partial index.
      .where('status', 'in', [sql.lit('creating' as const), sql.lit('scheduled' as const), sql.lit('canceling' as const)])
  );
}

/** The open debit of an echeance. */
export async function findOpenDebit(db: Database | Tx, echeanceId: EcheanceId) {
  return selectOpen(db).where('echeance_id', '=', echeanceId).where('second_of', 'is', null).executeTakeFirst();
}

/** The debit of an echeance that was cancelled to change its amount, while its successor is not ordered yet. */
export async function findDebitToReorder(tx: Tx, echeanceId: EcheanceId): Promise<DebitRow | undefined> {
  return tx
    .selectFrom('direct_debit')
    .select(COLUMNS)
    .where('echeance_id', '=', echeanceId)
    .where('status', '=', 'canceled')
    .where(sql<boolean>`to_be_reordered`)
    .executeTakeFirst();
}

/** Debits that were given up and may still be accepted late by the provider. */
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

/** The trace of the request or job that ordered the debit; null when there is none, or it was not traced. */
export async function readTraceOfDebit(db: Database, providerDebitId: number): Promise<string | null> {
  const row = await db
    .selectFrom('direct_debit')
    .select('traceparent')
    .where('provider_debit_id', '=', providerDebitId)
    .executeTakeFirst();
  return row?.traceparent ?? null;
}

/** Open debits, earliest collection first. */
export async function listOpenDebits(db: Database): Promise<DebitRow[]> {
  return selectOpen(db).where('second_of', 'is', null).orderBy('collection_date').orderBy('direct_debit.id').execute();
}

/** Open second debits. */
export async function listOpenSeconds(db: Database): Promise<DebitRow[]> {
  return selectOpen(db).where('second_of', 'is not', null).orderBy('direct_debit.id').execute();
}

/** Writes second debits that were found at the provider, each once. */
export async function insertSeconds(
  tx: Tx,
  debit: DebitRow,
  seconds: readonly { debitId: number; amountCents: Cents }[],
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('direct_debit')
    .values(
      seconds.map((second) => ({
        id: newId(),
        second_of: debit.id,
        status: 'scheduled' as const,
        echeance_id: debit.echeanceId,
        amount_cents: second.amountCents,
        collection_date: debit.collectionDate,
        debit_account_id: debit.accountId,
        provider_mandate_id: debit.mandateId,
        provider_debit_id: second.debitId,
        created_at: at,
      })),
    )
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
    echeanceId: EcheanceId;
    amountCents: Cents;
    collectionDate: Temporal.PlainDate;
    accountId: string;
    mandateId: number;
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
      created_at: debit.at,
      last_sent_at: sql`clock_timestamp()`,
      traceparent: traceparent() ?? null,
    })
    .execute();
}

/** How long a debit that was given up is watched. */
const WATCH_DAYS = 10;

/** From one of the states to another, and the row as it is then; undefined when it was in none of them. `isWatched`: may be accepted late. */
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
): Promise<DebitRow | undefined> {
  const isOpen = change.to === 'creating' || change.to === 'scheduled' || change.to === 'canceling';
  return tx
    .updateTable('direct_debit')
    .set({
      status: change.to,
      settled_at: isOpen ? null : change.at,
      watched_until: change.isWatched ? sql`clock_timestamp() + make_interval(days => ${WATCH_DAYS})` : null,
      ...(change.providerDebitId === undefined ? {} : { provider_debit_id: change.providerDebitId }),
      ...(change.paymentId === undefined ? {} : { received_payment_id: change.paymentId }),
      failure: change.failure ?? null,
      ...(change.isToBeReordered === undefined ? {} : { to_be_reordered: change.isToBeReordered }),
    })
    .where('id', '=', id)
    .where('status', '=', (any) => any.fn.any(any.val([...change.from])))
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** From `scheduled` to `canceling`, to be ordered again with another amount; undefined when it is not scheduled. */
export async function markChanging(tx: Tx, debitId: string, at: Temporal.Instant): Promise<DebitRow | undefined> {
  return changeDebit(tx, debitId, { from: ['scheduled'], to: 'canceling', isToBeReordered: true, at });
}

/** Back to `scheduled`: it is collected with its old amount. */
export async function giveUpChange(tx: Tx, debitId: string, at: Temporal.Instant): Promise<void> {
  await changeDebit(tx, debitId, { from: ['canceling', 'scheduled'], to: 'scheduled', isToBeReordered: false, at });
}

/** Claims the order of the successor of a cancelled debit; false when it was claimed before. */
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

/** Cents. `propertyId` null: its money is booked for the SPV. `claimFilledCents`: part of an archived record that filled an older claim. */
type PaymentRecord = { paymentId: string; propertyId: PropertyId | null; amountCents: Cents; claimFilledCents: Cents };

/** A payment record of a debit; only an assigned one has an echeance. */
export type ChargedBack = PaymentRecord &
  (
    | { status: 'assigned'; propertyId: PropertyId; echeanceId: EcheanceId; paymentFor: 'mensualite' | 'capitalRepayment' }
    | { status: 'waiting' | 'archivedNotAssigned'; echeanceId: null; paymentFor: null }
  );

/** The projects that the money of a debit is for, as far as one is named; to lock them before its records. */
export async function listProjectsOfDebit(tx: Tx, providerDebitId: number): Promise<PropertyId[]> {
  const rows = await tx
    .selectFrom('received_payment')
    .select('property_id as propertyId')
    .distinct()
    .where('provider_wire_id', '=', providerDebitId)
    .where('source', '=', 'directDebit')
    .execute();
  return rows.flatMap(({ propertyId }) => (propertyId === null ? [] : [propertyId]));
}

/** The payment record of a debit, or the parts it was split into; locked until the end of the transaction. */
export async function lockRecordsOfDebit(tx: Tx, providerDebitId: number): Promise<ChargedBack[]> {
  const rows = await tx
    .selectFrom('received_payment')
    .select(['id as paymentId', 'property_id as propertyId', 'status', 'amount_cents as amountCents'])
    .select('claim_filled_cents as claimFilledCents')
    .select(['assigned_echeance_id as echeanceId', 'payment_for as paymentFor'])
    .where('provider_wire_id', '=', providerDebitId)
    .where('source', '=', 'directDebit')
    .where('status', '<>', 'chargedBack')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ status, propertyId, echeanceId, paymentFor, ...rest }) => {
    if (status === 'assigned' && propertyId !== null && echeanceId !== null && paymentFor !== null)
      return { ...rest, status, propertyId, echeanceId, paymentFor };
    const loose = status === 'waiting' ? status : 'archivedNotAssigned';
    return { ...rest, status: loose, propertyId, echeanceId: null, paymentFor: null };
  });
}

/**
 * Open claims of the project that belong to no echeance (their payment record was archived), cents; those of echeances are derived with
 * them. Exact under the lock of the schedule.
 */
export async function sumClaimsWithoutEcheance(db: Database | Tx, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select
      (
        select coalesce(sum(amount_cents - returned_cents), 0)
        from charge_back_claim
        where property_id = ${propertyId}::uuid
          and echeance_id is null
      ) - (
        select coalesce(sum(claim_filled_cents), 0)
        from received_payment
        where property_id = ${propertyId}::uuid
      ) as cents`.execute(db);
  const [sum] = rows;
  if (!sum) throw new Error('a sum without a row');
  return centsOf(Number(sum.cents));
}

/** Writes what the bank took back of one payment record, and how much of it was still in the purses; cents. */
export async function insertClaim(
  tx: Tx,
  claim: Omit<ChargedBack, 'propertyId'> & {
    directDebitId: string;
    propertyId: PropertyId;
    returnedCents: Cents;
    keptMainCents: Cents;
    keptSurplusCents: Cents;
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('charge_back_claim')
    .values({
      received_payment_id: claim.paymentId,
      direct_debit_id: claim.directDebitId,
      property_id: claim.propertyId,
      echeance_id: claim.echeanceId,
      payment_for: claim.paymentFor,
      amount_cents: claim.amountCents,
      returned_cents: claim.returnedCents,
      kept_main_cents: claim.keptMainCents,
      kept_surplus_cents: claim.keptSurplusCents,
      created_at: claim.at,
    })
    .execute();
}
