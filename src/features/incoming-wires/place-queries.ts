// SQL of what stands around a payment: projects, SPVs, wallets, transfers that are booked already.

import { sql } from 'kysely';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';

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
