// GET /administration/reconciliation/differences: differences found by the nightly comparison, open and closed.

import { centsOf } from '../../../core/cents.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { findHolders } from './movement-queries.ts';
import { type DifferenceRow, findDifferences } from './queries.ts';
import { filtersOf } from './rules.ts';
import type { DifferencesPage, DifferencesQuery, DifferenceView, WalletHolder } from './schemas.ts';

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
    (row) => toView(row, holders.get(row.accountId) ?? null),
  );
}

function toView(row: DifferenceRow, holder: WalletHolder | null): DifferenceView {
  const { id, accountId, kind, timesSeen, openedAt, lastSeenAt, closedAt, ...cents } = row;
  const { firstLedgerCents, firstProviderCents, ledgerCents, providerCents, inFlightCents } = cents;
  return {
    id,
    status: closedAt === null ? 'open' : 'closed',
    ...{ accountId, holder, kind, timesSeen },
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
