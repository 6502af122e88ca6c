// Home news: administrators write them, one of a scope is active, and the public reads it (catalogue.md#home-news).

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { inTransaction, lockKey, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { CANNOT_DELETE_ACTIVE_NEWS } from './errors.ts';
import {
  deleteInactive,
  findActive,
  type HomeNewsRow,
  hasHomeNews,
  insertHomeNews,
  listHomeNewsOf,
  markActive,
  markOthersInactive,
  updateContent,
} from './queries.ts';
import { type AppScope, CACHE_KEYS, type HomeNews, type HomeNewsContent } from './schemas.ts';

// GET /home/news: the news on the home page of an application.

/** The active news of the scope, cached under `home-news:{scope}`; null when there is none. */
export async function readActiveNews(deps: Pick<AppDeps, 'db' | 'cache'>, appScope: AppScope): Promise<HomeNews | null> {
  // Wrapped in an object so that null is cached too.
  const { news } = await deps.cache.get(deps.db, CACHE_KEYS[appScope], async () => {
    const row = await findActive(deps.db, appScope);
    return { news: row ? toHomeNewsView(row) : null };
  });
  return news;
}

// GET /administration/home/news: every news of a scope.

/** Newest first, the active one among them. */
export async function listHomeNews(deps: Pick<AppDeps, 'db'>, appScope: AppScope): Promise<HomeNews[]> {
  return (await listHomeNewsOf(deps.db, appScope)).map(toHomeNewsView);
}

// POST /administration/home/news: creates an inactive news.

/** Returns the news, which is not shown until it is activated. */
export async function createHomeNews(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { appScope: AppScope; content: HomeNewsContent; audit: RouteAudit },
): Promise<HomeNews> {
  const { appScope, content, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const row = await insertHomeNews(tx, { id: newId(), appScope, content, at });
    await recordAdminAction(tx, { ...audit, target: { type: 'home-news', id: row.id }, payload: { appScope }, at });
    await invalidate(tx, [CACHE_KEYS[appScope]]);
    return toHomeNewsView(row);
  });
}

// PUT /administration/home/news/:id: replaces the content of a news, active or not.

/** Error: `not-found`, also for a news of the other scope (catalogue.md#home-news). */
export async function updateHomeNews(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { id: string; appScope: AppScope; content: HomeNewsContent; audit: RouteAudit },
): Promise<HomeNews> {
  const { id, appScope, content, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const row = await updateContent(tx, { id, appScope, content, at });
    if (!row) throw new AppError(NOT_FOUND, { detail: 'Home news not found' });
    await recordAdminAction(tx, { ...audit, target: { type: 'home-news', id }, payload: { appScope }, at });
    await invalidate(tx, [CACHE_KEYS[appScope]]);
    return toHomeNewsView(row);
  });
}

// PUT /administration/home/news/:id/set-active: makes a news the active one of its scope.

/**
 * One transaction deactivates the previous news and activates this one. A lock serialises concurrent requests: the last one wins.
 * A unique index guarantees one active news per scope. Activating an active news again is audited again.
 * Error: `not-found`, also for a news of the other scope.
 */
export async function activateHomeNews(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { id: string; appScope: AppScope; audit: RouteAudit },
): Promise<HomeNews> {
  const { id, appScope, audit } = input;
  const cacheKey = CACHE_KEYS[appScope];
  return inTransaction(deps.db, async (tx) => {
    await lockKey(tx, cacheKey);
    const at = deps.clock.now();
    await markOthersInactive(tx, { id, appScope, at });
    const row = await markActive(tx, { id, appScope, at });
    if (!row) throw new AppError(NOT_FOUND, { detail: 'Home news not found' });
    await recordAdminAction(tx, { ...audit, target: { type: 'home-news', id }, payload: { appScope }, at });
    await invalidate(tx, [cacheKey]);
    return toHomeNewsView(row);
  });
}

// DELETE /administration/home/news/:id: deletes an inactive news.

/** Errors: `home-news.cannot-delete-active-news`; `not-found`, also for a news of the other scope (catalogue.md#home-news). */
export async function deleteHomeNews(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { id: string; appScope: AppScope; audit: RouteAudit },
): Promise<void> {
  const { id, appScope, audit } = input;
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteInactive(tx, { id, appScope }))) await refuse(tx, { id, appScope });
    await recordAdminAction(tx, {
      ...audit,
      target: { type: 'home-news', id },
      payload: { appScope },
      at: deps.clock.now(),
    });
    await invalidate(tx, [CACHE_KEYS[appScope]]);
  });
}

async function refuse(tx: Tx, news: { id: string; appScope: AppScope }): Promise<never> {
  if (await hasHomeNews(tx, news)) throw new AppError(CANNOT_DELETE_ACTIVE_NEWS);
  throw new AppError(NOT_FOUND, { detail: 'Home news not found' });
}

function toHomeNewsView(row: HomeNewsRow): HomeNews {
  return {
    id: row.id,
    appScope: row.appScope,
    isActive: row.isActive,
    // Border: insertHomeNews and updateContent write only content that the schema has validated.
    content: row.content as HomeNewsContent,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
  };
}
