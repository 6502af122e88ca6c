// What the nightly comparison found: differences, open and closed, and the movements at the provider that the books do not know.

import { centsOf } from '../../../core/cents.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { findHolders, findMovements, type MovementRow } from './movement-queries.ts';
import { type DifferenceRow, findDifferences } from './queries.ts';
import { filtersOf } from './rules.ts';
import type { DifferencesPage, DifferencesQuery, DifferenceView, MovementsPage, MovementView, WalletHolder } from './schemas.ts';

/** One page, newest first. Error: `validation-failed` for a foreign cursor. */
export async function listDifferences(
  { db }: Pick<AppDeps, 'db'>,
  { limit, cursor, ...asked }: DifferencesQuery,
): Promise<DifferencesPage> {
  const rows = await findDifferences(db, filtersOf(asked), { limit, after: decodeCursor(cursor) });
  const holders = await findHolders(
    db,
    rows.map(({ accountId }) => accountId),
  );
  return toPage(
    rows,
    limit,
    ({ openedAt: at, id }) => ({ at, id }),
    (row) => toDifferenceView(row, holders.get(row.accountId) ?? null),
  );
}

function toDifferenceView(row: DifferenceRow, holder: WalletHolder | null): DifferenceView {
  const { id, accountId, kind, timesSeen, openedAt, lastSeenAt, closedAt, ...cents } = row;
  const { firstLedgerCents, firstProviderCents, ledgerCents, providerCents, inFlightCents } = cents;
  return {
    id,
    status: closedAt === null ? 'open' : 'closed',
    accountId,
    holder,
    kind,
    timesSeen,
    openedAt: openedAt.toString(),
    lastSeenAt: lastSeenAt.toString(),
    first: {
      ledgerCents: firstLedgerCents,
      providerCents: firstProviderCents,
      differenceCents: centsOf(firstProviderCents - firstLedgerCents),
    },
    last: { ledgerCents, providerCents, differenceCents: centsOf(providerCents - ledgerCents), inFlightCents },
    closedAt: closedAt?.toString() ?? null,
  };
}

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
    (row) => toMovementView(row, holders),
  );
}

export function toMovementView(row: MovementRow, holders: ReadonlyMap<string | null, WalletHolder>): MovementView {
  const { movedAt, openedAt, lastSeenAt, closedAt, bookedAt, bookedReason, ...movement } = row;
  return {
    ...movement,
    fromHolder: holders.get(movement.fromAccountId) ?? null,
    toHolder: holders.get(movement.toAccountId) ?? null,
    status: closedAt === null ? 'open' : 'closed',
    movedAt: movedAt.toString(),
    openedAt: openedAt.toString(),
    lastSeenAt: lastSeenAt.toString(),
    closedAt: closedAt?.toString() ?? null,
    booking: bookedAt === null || bookedReason === null ? null : { bookedAt: bookedAt.toString(), reason: bookedReason },
  };
}
