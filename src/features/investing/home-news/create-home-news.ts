// POST /administration/home/news: creates an inactive news.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { toHomeNewsView } from './news-view.ts';
import { insertHomeNews } from './queries.ts';
import { type AppScope, CACHE_KEYS } from './rules.ts';
import type { HomeNews, HomeNewsContent } from './schemas.ts';

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
