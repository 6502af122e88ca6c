// All SQL of saved filters; each is read and written for its own administrator only.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { NewSavedFilter, SavedFilterView } from './schemas.ts';

/** Those of one page, by name. */
export async function findSavedFilters(
  db: Database,
  { administratorId, page }: { administratorId: string; page: string },
): Promise<SavedFilterView[]> {
  return db
    .selectFrom('saved_filter')
    .select(['id', 'name', 'query'])
    .where('administrator_id', '=', administratorId)
    .where('page', '=', page)
    .orderBy('name')
    .execute();
}

/** How many filters of other names or pages the administrator has. */
export async function countOtherFilters(
  tx: Tx,
  { administratorId, page, name }: { administratorId: string; page: string; name: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_filter')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('administrator_id', '=', administratorId)
    .where(sql<boolean>`(page, name) <> (${page}, ${name})`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Writes it, over that of the same name on the same page. */
export async function writeSavedFilter(
  tx: Tx,
  { administratorId, page, name, query, at }: NewSavedFilter & { administratorId: string; at: Temporal.Instant },
): Promise<SavedFilterView> {
  return tx
    .insertInto('saved_filter')
    .values({ id: newId(), administrator_id: administratorId, page, name, query, saved_at: at })
    .onConflict((conflict) => conflict.columns(['administrator_id', 'page', 'name']).doUpdateSet({ query, saved_at: at }))
    .returning(['id', 'name', 'query'])
    .executeTakeFirstOrThrow();
}

/** False when the administrator has none of this id. */
export async function deleteSavedFilter(
  tx: Tx,
  { administratorId, id }: { administratorId: string; id: string },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('saved_filter')
    .where('id', '=', id)
    .where('administrator_id', '=', administratorId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** All of an administrator who is removed. */
export async function deleteSavedFiltersOf(tx: Tx, administratorId: string): Promise<void> {
  await tx.deleteFrom('saved_filter').where('administrator_id', '=', administratorId).execute();
}
