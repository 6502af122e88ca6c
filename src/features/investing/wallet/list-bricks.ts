// What an investor holds, by property: for themself, and for administrators.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { listHoldings } from '../../../money/bricks/index.ts';
import type { HoldingsPage } from './schemas.ts';

/** One item a property, newest property first. Error: `validation-failed` for a foreign cursor. */
export async function listBricks(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: string; limit: number; cursor?: string; propertyId?: string },
): Promise<Static<typeof HoldingsPage>> {
  const { customerId, limit, cursor, propertyId } = input;
  const rows = await listHoldings(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1, propertyId });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.propertyCreatedAt, id: row.propertyId }),
    ({ propertyCreatedAt: _, ...holding }) => holding,
  );
}
