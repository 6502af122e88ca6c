// All SQL of the SPVs' room.

import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';

const COLUMNS = [
  'id',
  'name',
  'country',
  'provider_external_id as providerExternalId',
  'kyb_status as kybStatus',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** An SPV as stored. */
export type SpvRow = NonNullable<Awaited<ReturnType<typeof findSpv>>>;

/** The SPV with this id. */
export async function findSpv(db: Database | Tx, spvId: string) {
  return db.selectFrom('spv').select(COLUMNS).where('id', '=', spvId).executeTakeFirst();
}

/** Writes a new SPV. Two with one id or one provider account violate `spv_pkey` or `spv_provider_external_id_key`. */
export async function insertSpv(
  tx: Tx,
  spv: { id: string; name: string; country: string; providerExternalId: string | null; at: Temporal.Instant },
): Promise<SpvRow> {
  return tx
    .insertInto('spv')
    .values({
      id: spv.id,
      name: spv.name,
      country: spv.country,
      provider_external_id: spv.providerExternalId,
      created_at: spv.at,
      updated_at: spv.at,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
