// GET /administration/property/search: the properties of all contracts page by page, with what a list of them shows.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { findProperties } from './listing-queries.ts';
import type { FoundProperties, PropertySearch } from './view-schemas.ts';

/** One page, in the order of `sort`. Error: `validation-failed` for a malformed cursor. */
export async function searchProperties(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { limit, cursor, sort, ...filters }: Static<typeof PropertySearch>,
): Promise<FoundProperties> {
  const page = { limit, after: decodeCursor(cursor), sort, at: deps.clock.now() };
  const rows = await findProperties(deps.db, filters, page);
  const isByChange = sort === 'updatedAt' || sort === '-updatedAt';
  return toPage(
    rows,
    limit,
    (row) => ({ at: isByChange ? row.updatedAt : row.createdAt, id: row.id }),
    ({ createdAt, updatedAt, fundingStartDate, fundingMaxEndDate, ...row }) => ({
      ...row,
      fundingStartDate: fundingStartDate?.toString() ?? null,
      fundingMaxEndDate: fundingMaxEndDate?.toString() ?? null,
      createdAt: createdAt.toString(),
      updatedAt: updatedAt.toString(),
    }),
  );
}
