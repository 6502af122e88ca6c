// PUT /administration/home/news/:id/set-active: the news takes the place of the one that its scope shows.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { inTransaction, lockKey } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { toHomeNewsView } from './news-view.ts';
import { markActive, markOthersInactive } from './queries.ts';
import { type AppScope, CACHE_KEYS } from './rules.ts';
import type { HomeNews } from './schemas.ts';

/**
 * Switches in one transaction. Two administrators at once: the lock puts one after the other, the later one stays active; the
 * index holds "one per scope" whatever this code does. An active news stays active and is audited again (A-home-news-3).
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
