// The administrators' list of investors, newest first.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { toAdministrationView } from './administration-view.ts';
import { findCustomersPage } from './queries.ts';
import type { CustomersPage, CustomersQuery } from './schemas.ts';

/** One page of customers. Error: `validation-failed` for a foreign cursor. */
export async function listCustomers(
  deps: Pick<AppDeps, 'db'>,
  query: Static<typeof CustomersQuery>,
): Promise<Static<typeof CustomersPage>> {
  const { limit, cursor, ...filters } = query;
  const rows = await findCustomersPage(deps.db, filters, { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), toAdministrationView);
}
