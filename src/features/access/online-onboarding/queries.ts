// All SQL of the online onboarding: the path of an investor, an SPV or a project owner, and the holders to ask for.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { OnboardingKind, OnboardingLink } from '../../../providers/payments/index.ts';
import { markSpvUnread } from '../../projects/spvs/index.ts';
import { markCustomerUnread } from '../customers/index.ts';
import { OPEN_STATES, type PathReading } from './rules.ts';

/** Whose path it is. */
export type Holder = { customerId: CustomerId } | { spvId: SpvId } | { projectOwnerId: string };

const COLUMNS = [
  'id',
  'customer_id as customerId',
  'spv_id as spvId',
  'project_owner_id as projectOwnerId',
  'wallet_id as walletId',
  'kind',
  'provider_account_id as providerAccountId',
  'provider_onboarding_id as providerOnboardingId',
  'url',
  'state',
  'state_since as since',
  'due_at as dueAt',
  'refusal',
  'provider_read_at as readAt',
] as const;

/** A path as stored. */
export type Path = NonNullable<Awaited<ReturnType<typeof findPath>>>;

function columnOf(holder: Holder): { column: 'customer_id' | 'spv_id' | 'project_owner_id'; id: string } {
  if ('customerId' in holder) return { column: 'customer_id', id: holder.customerId };
  return 'spvId' in holder ? { column: 'spv_id', id: holder.spvId } : { column: 'project_owner_id', id: holder.projectOwnerId };
}

/** The path of this holder. */
export async function findPath(db: Database | Tx, holder: Holder) {
  const { column, id } = columnOf(holder);
  return db
    .selectFrom('onboarding')
    .select(COLUMNS)
    .where(sql<boolean>`${sql.ref(column)} = ${id}::uuid`)
    .executeTakeFirst();
}

/** The path with this account at the provider, else the one whose wallet has this id. */
export async function findPathOfAccount(
  db: Database,
  { providerAccountId, walletId }: { providerAccountId: string | null; walletId: string | null },
): Promise<Path | undefined> {
  return db
    .selectFrom('onboarding')
    .select(COLUMNS)
    .where(sql<boolean>`(provider_account_id = ${providerAccountId}::text or wallet_id = ${walletId}::text)`)
    .orderBy(sql`provider_account_id is not distinct from ${providerAccountId}::text`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Inserts the path of a holder unless there is one; while the provider has no account, another wallet or kind is taken over. */
export async function openPathRow(
  tx: Tx,
  holder: Holder,
  of: { walletId: string; kind: OnboardingKind; at: Temporal.Instant },
): Promise<Path> {
  const { column, id } = columnOf(holder);
  await tx
    .insertInto('onboarding')
    .values({
      id: newId(),
      [column]: id,
      wallet_id: of.walletId,
      kind: of.kind,
      state_since: of.at,
      created_at: of.at,
    })
    .onConflict((conflict) =>
      conflict
        .column(column)
        .doUpdateSet({ wallet_id: of.walletId, kind: of.kind })
        .where('onboarding.provider_account_id', 'is', null),
    )
    .execute();
  const path = await findPath(tx, holder);
  if (!path) throw new Error('a path that was just opened is gone');
  return path;
}

/** One process at a time creates the account at the provider: false while another has the lease. Real time, not business time. */
export async function leaseCreation(tx: Tx, pathId: string, seconds: number): Promise<boolean> {
  const row = await tx
    .updateTable('onboarding')
    .set({ leased_until: sql<Temporal.Instant>`clock_timestamp() + ${seconds} * interval '1 second'` })
    .where('id', '=', pathId)
    .where(sql<boolean>`(leased_until is null or leased_until < clock_timestamp())`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Writes the account that the provider has, once, with the kind it was opened as where that is known, and ends the lease. The account of
 * another path violates `onboarding_provider_account_id_key`.
 */
export async function writeProviderAccount(
  tx: Tx,
  pathId: string,
  { providerAccountId, kind }: { providerAccountId: string; kind?: OnboardingKind },
): Promise<void> {
  await tx
    .updateTable('onboarding')
    .set({
      provider_account_id: sql<string>`coalesce(provider_account_id, ${providerAccountId})`,
      leased_until: null,
      refusal: null,
      ...(kind === undefined ? {} : { kind }),
    })
    .where('id', '=', pathId)
    .execute();
}

/**
 * Ends an attempt without an account. `refusal` is what the provider said; null when it said nothing: what was asked may still take effect,
 * so the lease lasts `marginSeconds` longer. True when these words are new.
 */
export async function endCreation(
  tx: Tx,
  pathId: string,
  { refusal, marginSeconds }: { refusal: string | null; marginSeconds: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('onboarding')
    .set(
      refusal === null
        ? { leased_until: sql<Temporal.Instant>`clock_timestamp() + ${marginSeconds} * interval '1 second'` }
        : { leased_until: null, refusal },
    )
    .where('id', '=', pathId)
    .returning(
      sql<boolean>`${refusal}::text is not null and not exists (
      select
      from onboarding old
      where old.id = onboarding.id and old.refusal = ${refusal}::text
    )`.as('isNew'),
    )
    .executeTakeFirst();
  return row?.isNew === true;
}

/** Writes the hosted page that was started or found again. */
export async function writeLink(tx: Tx, pathId: string, { onboardingId, url }: OnboardingLink): Promise<void> {
  await tx
    .updateTable('onboarding')
    .set({ provider_onboarding_id: onboardingId, url, refusal: null })
    .where('id', '=', pathId)
    .execute();
}

/** Writes what was read of the account; the caller holds the lock of the holder, or has taken the version of the path. */
export async function writePathReading(
  tx: Tx,
  pathId: string,
  { state, dueAt }: PathReading,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('onboarding')
    .set({
      state,
      due_at: dueAt,
      state_since: sql<Temporal.Instant>`case when state = ${state} then state_since else ${at} end`,
      provider_read_at: at,
    })
    .where('id', '=', pathId)
    .execute();
}

/** Version of the last state of an owner's path that was read at the provider and written. */
export async function readPathVersion(db: Database, pathId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('onboarding')
    .select('provider_sync_version as version')
    .where('id', '=', pathId)
    .executeTakeFirst();
  return row?.version;
}

/** Locks the path and raises the version; false when another write came first. */
export async function takePathVersion(tx: Tx, pathId: string, version: number): Promise<boolean> {
  const row = await tx
    .updateTable('onboarding')
    .set({ provider_sync_version: version + 1 })
    .where('id', '=', pathId)
    .where('provider_sync_version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an investor of v1 has begun: such a one is not taken over by an onboarding account that the provider tells of. */
export async function hasHandedIn(tx: Tx, customerId: CustomerId): Promise<boolean> {
  const row = await tx.selectFrom('identity_document').select('id').where('customer_id', '=', customerId).executeTakeFirst();
  return row !== undefined;
}

/** Name of a project owner; undefined when there is none. */
export async function findOwnerName(db: Database | Tx, projectOwnerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('project_owner')
    .select(sql<string>`firstname || ' ' || lastname`.as('name'))
    .where('id', '=', projectOwnerId)
    .executeTakeFirst();
  return row?.name;
}

export type Due = { customerId: CustomerId | null; spvId: SpvId | null; pathId: string | null };

/**
 * Whom the provider must be asked for, whoever was asked longest ago first: who waits and was not asked since `waitedSince`, and everybody
 * else who is known there, and was not asked since `askedSince`. Who has not gone on since `askedSince` counts as everybody else; who could
 * not be read comes again after a wait, in their turn.
 */
export async function listDue(
  db: Database,
  { waitedSince, askedSince, limit }: { waitedSince: Temporal.Instant; askedSince: Temporal.Instant; limit: number },
): Promise<Due[]> {
  const isOpen = sql`onboarding.state = any (${[...OPEN_STATES]}::text[]) and onboarding.state_since > ${askedSince}::timestamptz`;
  const isV1Waiting = (status: string) => sql`onboarding.id is null and ${sql.ref(status)} = 'waitingForVerifier'`;
  const isDue = (read: string, unread: string, waits: RawBuilder<unknown>) => sql`
    coalesce(${sql.ref(read)}, '-infinity'::timestamptz)
      < case when ${waits} then ${waitedSince}::timestamptz else ${askedSince}::timestamptz end
    and coalesce(${sql.ref(unread)}, '-infinity'::timestamptz) < ${waitedSince}::timestamptz`;
  const { rows } = await sql<Due>`
    select "customerId", "spvId", "pathId"
    from (
      (
        select customer.id as "customerId", null::uuid as "spvId", null::uuid as "pathId", greatest(customer.provider_read_at, customer.provider_unread_at) as asked_at
        from customer
        left join onboarding on onboarding.customer_id = customer.id
        where (customer.kyc_status <> 'notStarted' or onboarding.provider_account_id is not null)
          and ${isDue('customer.provider_read_at', 'customer.provider_unread_at', sql`(${isV1Waiting('customer.kyc_status')}) or (${isOpen})`)}
        order by asked_at nulls first
        limit ${limit}
      )
      union all
      (
        select null, spv.id, null, greatest(spv.provider_read_at, spv.provider_unread_at) as asked_at
        from spv
        left join onboarding on onboarding.spv_id = spv.id
        where spv.provider_external_id is not null
          and (spv.kyb_status <> 'notStarted' or onboarding.provider_account_id is not null)
          and ${isDue('spv.provider_read_at', 'spv.provider_unread_at', sql`(${isV1Waiting('spv.kyb_status')}) or (${isOpen})`)}
        order by asked_at nulls first
        limit ${limit}
      )
      union all
      (
        select null, null, onboarding.id, greatest(onboarding.provider_read_at, onboarding.provider_unread_at) as asked_at
        from onboarding
        where onboarding.project_owner_id is not null
          and onboarding.provider_account_id is not null
          and ${isDue('onboarding.provider_read_at', 'onboarding.provider_unread_at', isOpen)}
        order by asked_at nulls first
        limit ${limit}
      )
    ) due
    order by asked_at nulls first
    limit ${limit}`.execute(db);
  return rows;
}

/** Notes that a due holder could not be read, or is not known there. */
export async function markUnread(tx: Tx, { customerId, spvId, pathId }: Due, at: Temporal.Instant): Promise<void> {
  if (customerId !== null) await markCustomerUnread(tx, customerId, at);
  if (spvId !== null) await markSpvUnread(tx, spvId, at);
  if (pathId !== null) await tx.updateTable('onboarding').set({ provider_unread_at: at }).where('id', '=', pathId).execute();
}

/** The path with this id. */
export async function findPathById(db: Database, pathId: string): Promise<Path | undefined> {
  return db.selectFrom('onboarding').select(COLUMNS).where('id', '=', pathId).executeTakeFirst();
}
