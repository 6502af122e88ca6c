// All SQL of the SPVs' room.

import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { pipelinedRead } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import { containing } from '../../../core/db/sql-fragments.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { SpvCountry } from './rules.ts';

const COLUMNS = [
  'id',
  'name',
  'country',
  'provider_external_id as providerExternalId',
  'vat_override_bps as vatOverrideBps',
  'kyb_status as kybStatus',
  'provider_status as providerStatus',
  'provider_read_at as providerReadAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** An SPV as stored. */
export type SpvRow = NonNullable<Awaited<ReturnType<typeof findSpv>>>;
/** The same with its projects, newest first. */
export type SpvWithProjectsRow = Awaited<ReturnType<typeof listSpvsWithProjects>>[number];

/** The SPV with this id. */
export async function findSpv(db: Database | Tx, spvId: SpvId) {
  return db.selectFrom('spv').select(COLUMNS).where('id', '=', spvId).executeTakeFirst();
}

/** Locks the SPV until the end of the transaction; its properties must be locked before it (docs/adr/0013-lock-order.md). */
export async function lockSpv(tx: Tx, spvId: SpvId): Promise<SpvRow | undefined> {
  return tx.selectFrom('spv').select(COLUMNS).where('id', '=', spvId).forNoKeyUpdate().executeTakeFirst();
}

/** The SPV with this id, else the one with this account at the provider; `spvId` is null when the text is not a UUID. */
export async function findSpvByIdOrAccount(
  db: Database,
  key: { spvId: SpvId | null; accountId: string },
): Promise<SpvRow | undefined> {
  return db
    .selectFrom('spv')
    .select(COLUMNS)
    .where(sql<boolean>`(id = ${key.spvId}::uuid or provider_external_id = ${key.accountId})`)
    .orderBy(sql`id is not distinct from ${key.spvId}::uuid`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

function selectWithProjects(db: Database) {
  return db
    .selectFrom('spv')
    .select(COLUMNS)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('property')
          .select([
            'property.id',
            'property.name',
            'property.status',
            'property.investor_contract_type as investorContractType',
            'property.financial_status as financialStatus',
          ])
          .whereRef('property.spv_id', '=', 'spv.id')
          .orderBy('property.created_at', 'desc')
          .orderBy('property.id', 'desc'),
      ).as('projects'),
    );
}

/** SPVs with their projects, newest first, in one statement; one more than `limit` when there are more. */
export async function listSpvsWithProjects(
  db: Database,
  {
    country,
    search,
    limit,
    after,
  }: { country?: SpvCountry | undefined; search?: string | undefined; limit: number; after: CursorKey | undefined },
) {
  let query = selectWithProjects(db);
  if (country !== undefined) query = query.where('spv.country', '=', country);
  if (search) {
    query = query.where(sql<boolean>`lower(spv.name) like ${containing(search)}`);
  }
  if (after) query = query.where(sql<boolean>`(spv.created_at, spv.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** One SPV with its projects. */
export async function findSpvWithProjects(db: Database, spvId: SpvId): Promise<SpvWithProjectsRow | undefined> {
  return selectWithProjects(db).where('id', '=', spvId).executeTakeFirst();
}

/** Inserts an SPV. A taken id or provider account violates `spv_pkey` or `spv_provider_external_id_key`. */
export async function insertSpv(
  tx: Tx,
  spv: {
    id: SpvId;
    name: string;
    country: SpvCountry;
    providerExternalId: string | null;
    vatOverrideBps: number | null;
    at: Temporal.Instant;
  },
): Promise<SpvRow> {
  return tx
    .insertInto('spv')
    .values({
      id: spv.id,
      name: spv.name,
      country: spv.country,
      provider_external_id: spv.providerExternalId,
      vat_override_bps: spv.vatOverrideBps,
      created_at: spv.at,
      updated_at: spv.at,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Writes name and country of an SPV, and its own VAT rate unless it is undefined (null removes it). */
export async function updateSpvRow(
  tx: Tx,
  spv: { id: SpvId; name: string; country: SpvCountry; vatOverrideBps: number | null | undefined; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('spv')
    .set({
      name: spv.name,
      country: spv.country,
      updated_at: spv.at,
      ...(spv.vatOverrideBps === undefined ? {} : { vat_override_bps: spv.vatOverrideBps }),
    })
    .where('id', '=', spv.id)
    .execute();
}

/**
 * Writes another wallet and resets the statuses of the old one. The wallet of another SPV violates
 * `spv_provider_external_id_key`.
 */
export async function writeWallet(tx: Tx, spvId: SpvId, providerExternalId: string): Promise<void> {
  await tx
    .updateTable('spv')
    .set({
      provider_external_id: providerExternalId,
      provider_status: null,
      provider_blocked: false,
      kyb_status: 'notStarted',
    })
    .where('id', '=', spvId)
    .execute();
}

/** Ids of the SPV's projects, published or not. */
export async function findProjectIds(tx: Tx, spvId: SpvId): Promise<PropertyId[]> {
  const rows = await tx.selectFrom('property').select('id').where('spv_id', '=', spvId).execute();
  return rows.map(({ id }) => id);
}

/**
 * True when anything was ever posted on the SPV's wallet, is promised to it or under way: an onboarding that opens it, a published project, an account of the SPV or of
 * its projects in the ledger, a recorded payment, an open payment from or to it, a mandate, or a debit that may still bring money. Exact
 * under the locks of the projects and of the SPV.
 */
export async function isWalletUsed(tx: Tx, spv: { id: SpvId; providerExternalId: string | null }): Promise<boolean> {
  const { id, providerExternalId: accountId } = spv;
  const { rows } = await sql<{ isUsed: boolean }>`
    with project as (
      select id, status
      from property
      where spv_id = ${id}::uuid
    )
    select
      exists (select from project where status = 'PUBLISHED')
      or exists (
        select
        from ledger_account
        where owner_id = ${id}::uuid or owner_id in (select id from project)
      )
      or exists (select from received_payment where spv_id = ${id}::uuid)
      or exists (
        select
        from payment
        where status in ('created', 'sent')
          and (from_account_id = ${accountId}::text or to_account_id = ${accountId}::text)
      )
      or exists (
        select
        from onboarding
        where spv_id = ${id}::uuid and (provider_account_id is not null or leased_until > clock_timestamp())
      )
      or exists (
        select
        from payment_schedule
        join project on project.id = payment_schedule.property_id
        where provider_mandate_id is not null
      )
      or exists (
        select
        from direct_debit
        join echeance on echeance.id = direct_debit.echeance_id
        join project on project.id = echeance.property_id
        where direct_debit.status not in ('failed', 'canceled') or direct_debit.watched_until is not null
      ) as "isUsed"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an exists without a row');
  return row.isUsed;
}

/** Account id of an SPV's wallet at the provider; null while it has none. */
export async function findSpvAccount(db: Database | Tx, spvId: SpvId): Promise<string | null> {
  const row = await db.selectFrom('spv').select('provider_external_id as accountId').where('id', '=', spvId).executeTakeFirst();
  return row?.accountId ?? null;
}

const findByAccounts = pipelinedRead((db, { accountIds }: { accountIds: string[] }) =>
  db
    .selectFrom('spv')
    .select(COLUMNS)
    .where('provider_external_id', '=', (any) => any.fn.any(any.val(accountIds))),
);

/** SPVs by their accounts at the provider; accounts of nobody are left out. */
export async function findSpvsByAccount(db: Database, accountIds: readonly string[]): Promise<Map<string, SpvRow>> {
  const rows = await findByAccounts(db, { accountIds: [...accountIds] });
  return new Map(rows.flatMap((spv) => (spv.providerExternalId === null ? [] : [[spv.providerExternalId, spv] as const])));
}

/** Version of the last state that was read at the provider and written; undefined when there is no such SPV. */
export async function readSpvVersion(db: Database, spvId: SpvId): Promise<number | undefined> {
  const row = await db.selectFrom('spv').select('provider_sync_version as version').where('id', '=', spvId).executeTakeFirst();
  return row?.version;
}

/** Locks the SPV and raises the version, to write what was read at `version`; false when another write came first. */
export async function takeSpvVersion(tx: Tx, spvId: SpvId, version: number): Promise<boolean> {
  const row = await tx
    .updateTable('spv')
    .set({ provider_sync_version: version + 1 })
    .where('id', '=', spvId)
    .where('provider_sync_version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The provider was asked about the SPV and gave no answer that could be read, or does not know it. */
export async function markSpvUnread(tx: Tx, spvId: SpvId, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('spv').set({ provider_unread_at: at }).where('id', '=', spvId).execute();
}

/**
 * Changes KYB from one status to another, or to the same, and writes what was read of the wallet `accountId` (null: not opened yet). Throws
 * when KYB is not `from` or the SPV has another wallet: the caller holds its lock and has read both under it.
 */
export async function changeKybStatus(
  tx: Tx,
  spvId: SpvId,
  change: {
    from: SpvRow['kybStatus'];
    to: SpvRow['kybStatus'];
    accountId: string;
    wallet: { rawStatus: number; blocked: boolean } | null;
    at: Temporal.Instant;
  },
): Promise<void> {
  const { from, to, accountId, wallet, at } = change;
  await tx
    .updateTable('spv')
    .set({
      kyb_status: to,
      provider_read_at: at,
      updated_at: at,
      ...(wallet ? { provider_status: wallet.rawStatus, provider_blocked: wallet.blocked } : {}),
    })
    .where('id', '=', spvId)
    .where('kyb_status', '=', from)
    .where('provider_external_id', '=', accountId)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`KYB of SPV ${spvId} is not ${from}, or ${accountId} is not its wallet`));
}
