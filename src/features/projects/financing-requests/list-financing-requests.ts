// GET /administration/project-financing-request: the requests, newest first.

import type { PropertyId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { listRequests } from './queries.ts';
import { toFinancingRequest } from './request-view.ts';
import type { FinancingRequest } from './schemas.ts';

/** One page; with `propertyId`, only those of this property, of which the property shows the first. */
export async function listFinancingRequests(
  deps: Pick<AppDeps, 'db'>,
  query: { limit: number; cursor?: string; propertyId?: PropertyId },
): Promise<{ items: FinancingRequest[]; nextCursor: string | null }> {
  const { limit, cursor, propertyId } = query;
  const rows = await listRequests(deps.db, { propertyId, after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toFinancingRequest);
}
