// GET /administration/jobs: background work of the platform, newest first.

import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findJobs } from './queries.ts';
import { toBackgroundJobView } from './rules.ts';
import type { BackgroundJobsPage, BackgroundJobsQuery } from './schemas.ts';

/** One page. Error: `validation-failed` for a foreign cursor. */
export async function listJobs({ db }: Pick<AppDeps, 'db'>, query: BackgroundJobsQuery): Promise<BackgroundJobsPage> {
  const { limit, cursor, ...filters } = query;
  const rows = await findJobs(db, filters, { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toBackgroundJobView);
}
