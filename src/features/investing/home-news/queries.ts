// SQL of the home news. Every statement is limited to one scope.

import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppScope, HomeNewsContent } from './schemas.ts';

const COLUMNS = [
  'id',
  'app_scope as appScope',
  'is_active as isActive',
  'content',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** A news as stored. */
export type HomeNewsRow = Awaited<ReturnType<typeof listHomeNewsOf>>[number];
type Key = { id: string; appScope: AppScope };

/** News of a scope, newest first. */
export async function listHomeNewsOf(db: Database, appScope: AppScope) {
  return db
    .selectFrom('home_news')
    .select(COLUMNS)
    .where('app_scope', '=', appScope)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The active news of a scope. */
export async function findActive(db: Database, appScope: AppScope): Promise<HomeNewsRow | undefined> {
  return db
    .selectFrom('home_news')
    .select(COLUMNS)
    .where('app_scope', '=', appScope)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** Whether the scope has this news. */
export async function hasHomeNews(tx: Tx, { id, appScope }: Key): Promise<boolean> {
  const row = await tx
    .selectFrom('home_news')
    .select('id')
    .where('id', '=', id)
    .where('app_scope', '=', appScope)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a new, inactive news. */
export async function insertHomeNews(
  tx: Tx,
  news: Key & { content: HomeNewsContent; at: Temporal.Instant },
): Promise<HomeNewsRow> {
  return tx
    .insertInto('home_news')
    .values({
      id: news.id,
      app_scope: news.appScope,
      content: JSON.stringify(news.content),
      created_at: news.at,
      updated_at: news.at,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Replaces the content; undefined when the scope has no such news. */
export async function updateContent(
  tx: Tx,
  news: Key & { content: HomeNewsContent; at: Temporal.Instant },
): Promise<HomeNewsRow | undefined> {
  return tx
    .updateTable('home_news')
    .set({ content: JSON.stringify(news.content), updated_at: news.at })
    .where('id', '=', news.id)
    .where('app_scope', '=', news.appScope)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Makes every other news of the scope inactive. */
export async function markOthersInactive(tx: Tx, news: Key & { at: Temporal.Instant }): Promise<void> {
  await tx
    .updateTable('home_news')
    .set({ is_active: false, updated_at: news.at })
    .where('app_scope', '=', news.appScope)
    .where('is_active', '=', true)
    .where('id', '<>', news.id)
    .execute();
}

/**
 * Activates the news; undefined when the scope has no such news. A second active one violates `home_news_one_active_per_scope`.
 */
export async function markActive(tx: Tx, news: Key & { at: Temporal.Instant }): Promise<HomeNewsRow | undefined> {
  return tx
    .updateTable('home_news')
    .set({ is_active: true, updated_at: news.at })
    .where('id', '=', news.id)
    .where('app_scope', '=', news.appScope)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Deletes an inactive news; false when the scope has none with this id, or it is active. */
export async function deleteInactive(tx: Tx, { id, appScope }: Key): Promise<boolean> {
  const gone = await tx
    .deleteFrom('home_news')
    .where('id', '=', id)
    .where('app_scope', '=', appScope)
    .where('is_active', '=', false)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
