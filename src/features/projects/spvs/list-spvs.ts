// GET /administration/spv: every SPV with its projects.

import type { AppDeps } from '../../../deps.ts';
import { listSpvsWithProjects } from './queries.ts';
import type { Spv } from './schemas.ts';
import { toSpvView } from './spv-view.ts';

/** Newest first; one statement whatever the length. */
export async function listSpvs(deps: Pick<AppDeps, 'db'>): Promise<Spv[]> {
  return (await listSpvsWithProjects(deps.db)).map(toSpvView);
}
