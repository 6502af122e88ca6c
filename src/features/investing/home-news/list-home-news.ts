// GET /administration/home/news: every news of a scope.

import type { AppDeps } from '../../../deps.ts';
import { toHomeNewsView } from './news-view.ts';
import { listHomeNewsOf } from './queries.ts';
import type { AppScope } from './rules.ts';
import type { HomeNews } from './schemas.ts';

/** Newest first, the active one among them. */
export async function listHomeNews(deps: Pick<AppDeps, 'db'>, appScope: AppScope): Promise<HomeNews[]> {
  return (await listHomeNewsOf(deps.db, appScope)).map(toHomeNewsView);
}
