// GET /properties: the published properties, newest publication first.

import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { countPurchases } from '../../investing/primary-purchase/index.ts';
import type { PropertyRow } from '../project-life/index.ts';
import { toAvailability } from './availability-view.ts';
import { toCatalogueDescription } from './catalogue-view.ts';
import { listPublished } from './queries.ts';

/**
 * One page of published properties whose display date has passed, with their availability; two statements, whatever the length.
 */
export async function listCatalogue(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  query: { limit: number; cursor?: string; investorContractType?: PropertyRow['investor_contract_type'] },
) {
  const at = deps.clock.now();
  const { limit, cursor, investorContractType } = query;
  const rows = await listPublished(deps.db, { at, investorContractType, after: decodeCursor(cursor), limit: limit + 1 });
  const counts = await countPurchases(
    deps.db,
    rows.map((row) => row.id),
  );
  return toPage(
    rows,
    limit,
    (row) => {
      if (row.published_at === null) throw new Error(`published property ${row.id} has no date of publication`);
      return { at: row.published_at, id: row.id };
    },
    (row) => ({ ...toCatalogueDescription(row), ...toAvailability(row, counts.get(row.id)) }),
  );
}
