// PUT /administration/home/news/:id: replaces the content of a news, active or not.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { toHomeNewsView } from './news-view.ts';
import { updateContent } from './queries.ts';
import { type AppScope, CACHE_KEYS } from './rules.ts';
import type { HomeNews, HomeNewsContent } from './schemas.ts';

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
