// GET /home/news: the news on the home page of an application.

import type { AppDeps } from '../../../deps.ts';
import { toHomeNewsView } from './news-view.ts';
import { findActive } from './queries.ts';
import { type AppScope, CACHE_KEYS } from './rules.ts';
import type { HomeNews } from './schemas.ts';

/** The active news of the scope, cached under `home-news:{scope}`; null when there is none. */
export async function readActiveNews(deps: Pick<AppDeps, 'db' | 'cache'>, appScope: AppScope): Promise<HomeNews | null> {
  // Wrapped in an object so that null is cached too.
  const { news } = await deps.cache.get(deps.db, CACHE_KEYS[appScope], async () => {
    const row = await findActive(deps.db, appScope);
    return { news: row ? toHomeNewsView(row) : null };
  });
  return news;
}
