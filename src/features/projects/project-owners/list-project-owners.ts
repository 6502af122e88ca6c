// GET /administration/project-owner: everybody who may be named as the owner of a project.

import type { AppDeps } from '../../../deps.ts';
import { toProjectOwnerView } from './project-owner-view.ts';
import { listOwners } from './queries.ts';
import type { ProjectOwner } from './schemas.ts';

/** Newest first. */
export async function listProjectOwners(deps: Pick<AppDeps, 'db'>): Promise<ProjectOwner[]> {
  return (await listOwners(deps.db)).map(toProjectOwnerView);
}
