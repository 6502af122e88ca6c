// GET /administration/tax-identities: of whom the yearly tax file still lacks what, with counts.

import type { Static } from 'typebox';
import { parisYear } from '../../../core/dates.ts';
import type { Database } from '../../../core/db/pool.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { countIncomplete, findIncompletePage } from './queries.ts';
import type { IncompleteTaxIdentitiesPage, IncompleteTaxIdentitiesQuery } from './schemas.ts';

/** One page, newest investor first. Error: `validation-failed` for an invalid cursor. */
export async function listIncompleteTaxIdentities(
  { db, clock }: Pick<AppDeps, 'clock'> & { db: Database },
  { limit, cursor, missing }: Static<typeof IncompleteTaxIdentitiesQuery>,
): Promise<IncompleteTaxIdentitiesPage> {
  const year = parisYear(clock.now());
  const rows = await findIncompletePage(db, { year, missing }, { after: decodeCursor(cursor), limit: limit + 1 });
  const page = toPage(
    rows,
    limit,
    ({ createdAt, customerId }) => ({ at: createdAt, id: customerId }),
    ({ createdAt: _, about: name, askedAt, ...row }) => ({ ...row, name, askedAt: askedAt?.toString() ?? null }),
  );
  return { ...page, ...(await countIncomplete(db, year)) };
}
