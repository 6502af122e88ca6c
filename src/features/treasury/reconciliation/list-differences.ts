// GET /administration/reconciliation/differences: differences found by the nightly comparison, open and closed.

import { centsOf } from '../../../core/cents.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { type DifferenceRow, findDifferences } from './queries.ts';
import { filtersOf } from './rules.ts';
import type { DifferencesPage, DifferencesQuery, DifferenceView } from './schemas.ts';

/** One page, newest first. Error: `validation-failed` for a foreign cursor. */
export async function listDifferences(
  { db }: Pick<AppDeps, 'db'>,
  { limit, cursor, ...asked }: DifferencesQuery,
): Promise<DifferencesPage> {
  const rows = await findDifferences(db, filtersOf(asked), { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ openedAt: at, id }) => ({ at, id }), toView);
}

function toView({ id, accountId, kind, timesSeen, openedAt, lastSeenAt, closedAt, ...cents }: DifferenceRow): DifferenceView {
  const { firstLedgerCents, firstProviderCents, ledgerCents, providerCents, inFlightCents } = cents;
  return {
    id,
    status: closedAt === null ? 'open' : 'closed',
    ...{ accountId, kind, timesSeen },
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
