// What administrators did, newest first.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findAdminActions } from './queries.ts';
import type { AdminActionsPage, AdminActionsQuery } from './schemas.ts';

type Row = Awaited<ReturnType<typeof findAdminActions>>[number];

/** One page of the audit log. Error: `validation-failed` for a malformed cursor. */
export async function listAdminActions(
  deps: Pick<AppDeps, 'db'>,
  query: Static<typeof AdminActionsQuery>,
): Promise<Static<typeof AdminActionsPage>> {
  const { limit, cursor, from, to, ...filters } = query;
  const bounds = {
    ...(from === undefined ? {} : { from: Temporal.Instant.from(from) }),
    ...(to === undefined ? {} : { to: Temporal.Instant.from(to) }),
  };
  const rows = await findAdminActions(deps.db, { ...filters, ...bounds }, { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toView);
}

function toView(row: Row): Static<typeof AdminActionsPage>['items'][number] {
  return {
    id: row.id,
    kind: row.kind,
    administratorId: row.administrator_id,
    administratorEmail: row.administrator_email,
    target: row.target_type === null || row.target_id === null ? null : { type: row.target_type, id: row.target_id },
    // Border: recordAdminAction always writes an object.
    payload: row.payload as Record<string, unknown>,
    createdAt: row.created_at.toString(),
  };
}
