// GET /administration/project-owner-presentation: every presentation.

import type { AppDeps } from '../../../deps.ts';
import { toPresentationView } from './presentation-view.ts';
import { listAllPresentations } from './queries.ts';
import type { Presentation } from './schemas.ts';

/** Newest first. */
export async function listPresentations(deps: Pick<AppDeps, 'db'>): Promise<Presentation[]> {
  return (await listAllPresentations(deps.db)).map(toPresentationView);
}
