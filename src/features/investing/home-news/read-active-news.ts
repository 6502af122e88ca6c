// GET /home/news: what the home page of an application shows.

import type { AppDeps } from '../../../deps.ts';
import { toHomeNewsView } from './news-view.ts';
import { findActive } from './queries.ts';
import { type AppScope, CACHE_KEYS } from './rules.ts';
import type { HomeNews } from './schemas.ts';

/** The active news of the scope, read through the cache entry `home-news:{scope}`; null when there is none. */
export async function readActiveNews(deps: Pick<AppDeps, 'db' | 'cache'>, appScope: AppScope): Promise<HomeNews | null> {
  // "None" is cached too, so it travels inside an object.
  const { news } = await deps.cache.get(deps.db, CACHE_KEYS[appScope], async () => {
    const row = await findActive(deps.db, appScope);
    return { news: row ? toHomeNewsView(row) : null };
  });
  return news;
}
