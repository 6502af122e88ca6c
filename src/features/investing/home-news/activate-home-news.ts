// PUT /administration/home/news/:id/set-active: makes a news the active one of its scope.

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
 * One transaction deactivates the previous news and activates this one. A lock serialises concurrent requests: the last one wins.
 * A unique index guarantees one active news per scope. Activating an active news again is audited again (A-home-news-3).
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
