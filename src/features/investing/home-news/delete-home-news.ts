// DELETE /administration/home/news/:id: deletes an inactive news.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { CANNOT_DELETE_ACTIVE_NEWS } from './errors.ts';
import { deleteInactive, hasHomeNews } from './queries.ts';
import { type AppScope, CACHE_KEYS } from './rules.ts';

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
