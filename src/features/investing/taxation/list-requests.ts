// GET /administration/tax-rate-requests: the tax-rate requests of investors.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findRequestsPage } from './queries.ts';
import { toRequestView } from './request-view.ts';
import type { TaxRequestsPage, TaxRequestsQuery } from './schemas.ts';

/** One page, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listRequests(
  deps: Pick<AppDeps, 'db' | 'config'>,
  query: Static<typeof TaxRequestsQuery>,
): Promise<Static<typeof TaxRequestsPage>> {
  const { limit, cursor, ...filters } = query;
  const rows = await findRequestsPage(deps.db, filters, { limit, after: decodeCursor(cursor) });
  return toPage(
    rows,
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (row) => toRequestView(row, deps.config),
  );
}
