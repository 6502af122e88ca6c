// GET /administration/reconciliation/movements: what the provider did and the books do not know, of wallets that differ.

import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { findHolders, findMovements, type MovementRow } from './movement-queries.ts';
import { filtersOf } from './rules.ts';
import type { DifferencesQuery, MovementsPage, MovementView, WalletHolder } from './schemas.ts';

/** One page, the latest movement first. Error: `validation-failed` for a foreign cursor. */
export async function listMovements(
  { db }: Pick<AppDeps, 'db'>,
  { limit, cursor, ...asked }: DifferencesQuery,
): Promise<MovementsPage> {
  const rows = await findMovements(db, filtersOf(asked), { limit, after: decodeCursor(cursor) });
  const holders = await findHolders(
    db,
    rows.flatMap(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId]),
  );
  return toPage(
    rows,
    limit,
    ({ movedAt: at, id }) => ({ at, id }),
    (row) => toView(row, holders),
  );
}

function toView(row: MovementRow, holders: ReadonlyMap<string | null, WalletHolder>): MovementView {
  const { movedAt, openedAt, lastSeenAt, closedAt, ...movement } = row;
  return {
    ...movement,
    fromHolder: holders.get(movement.fromAccountId) ?? null,
    toHolder: holders.get(movement.toAccountId) ?? null,
    status: closedAt === null ? 'open' : 'closed',
    movedAt: movedAt.toString(),
    openedAt: openedAt.toString(),
    lastSeenAt: lastSeenAt.toString(),
    closedAt: closedAt?.toString() ?? null,
  };
}
