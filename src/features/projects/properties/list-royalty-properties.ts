// GET /administration/property/royalty: every royalty property, newest first.

import type { AppDeps } from '../../../deps.ts';
import { listRoyaltiesJson } from './listing-queries.ts';

/** JSON text of a RoyaltyList; one statement whatever the length. */
export async function listRoyaltyProperties(deps: Pick<AppDeps, 'db'>): Promise<string> {
  return listRoyaltiesJson(deps.db);
}
