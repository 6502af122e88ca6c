// GET /administration/property: every obligation and loan with what stands around it.

import type { AppDeps } from '../../../deps.ts';
import { listProjectsJson } from './listing-queries.ts';

/** JSON text of a PropertyList, newest first; one statement whatever the length. */
export async function listProperties(deps: Pick<AppDeps, 'db'>): Promise<string> {
  return listProjectsJson(deps.db);
}
