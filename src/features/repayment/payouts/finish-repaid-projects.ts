// The end of every project that has repaid everything, asked by each run.

import type { AppDeps } from '../../../deps.ts';
import { finishRepaidProject } from './finish-repaid-project.ts';
import { listRepaidProjects } from './queries.ts';

/** Returns the ids of the projects that have finished now. */
export async function finishRepaidProjects(deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>): Promise<string[]> {
  const finished: string[] = [];
  for (const propertyId of await listRepaidProjects(deps.db, deps.config.OWNER_DEBT_STATUSES))
    if (await finishRepaidProject(deps, propertyId)) finished.push(propertyId);
  return finished;
}
