// GET /administration/reconciliation/movements: what the provider did and the books do not know, of wallets that differ.

import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findMovements, type MovementRow } from './movement-queries.ts';
import { filtersOf } from './rules.ts';
import type { DifferencesQuery, MovementsPage, MovementView } from './schemas.ts';

/** One page, the latest movement first. Error: `validation-failed` for a foreign cursor. */
export async function listMovements(
  { db }: Pick<AppDeps, 'db'>,
  { limit, cursor, ...asked }: DifferencesQuery,
): Promise<MovementsPage> {
  const rows = await findMovements(db, filtersOf(asked), { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ movedAt: at, id }) => ({ at, id }), toView);
}

function toView({ movedAt, openedAt, lastSeenAt, closedAt, ...movement }: MovementRow): MovementView {
  return {
    ...movement,
    status: closedAt === null ? 'open' : 'closed',
    movedAt: movedAt.toString(),
    openedAt: openedAt.toString(),
    lastSeenAt: lastSeenAt.toString(),
    closedAt: closedAt?.toString() ?? null,
  };
}
