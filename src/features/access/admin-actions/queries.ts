// All SQL that reads the audit log; core/audit.ts writes it.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';

/** Filters, all optional; `from` is inclusive, `to` exclusive (A-customers-6). */
export type AdminActionFilters = {
  kind?: string;
  administratorId?: string;
  email?: string;
  targetId?: string;
  from?: Temporal.Instant;
  to?: Temporal.Instant;
};

/** Audit rows newest first, one more than `limit` when there are more. */
export async function findAdminActions(
  db: Database,
  filters: AdminActionFilters,
  page: { limit: number; after: CursorKey | undefined },
) {
  let query = db.selectFrom('admin_action').selectAll();
  if (filters.kind !== undefined) query = query.where('kind', '=', filters.kind);
  if (filters.administratorId !== undefined) query = query.where('administrator_id', '=', filters.administratorId);
  if (filters.email !== undefined)
    query = query.where((eb) => eb(eb.fn('lower', ['administrator_email']), '=', filters.email?.toLowerCase()));
  if (filters.targetId !== undefined) query = query.where('target_id', '=', filters.targetId);
  if (filters.from !== undefined) query = query.where('created_at', '>=', filters.from);
  if (filters.to !== undefined) query = query.where('created_at', '<', filters.to);
  if (page.after) query = query.where(sql<boolean>`(created_at, id) < (${page.after.at}, ${page.after.id})`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}
