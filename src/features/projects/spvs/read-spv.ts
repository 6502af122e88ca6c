// GET /administration/spv/:id: one SPV with its projects.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findSpvWithProjects } from './queries.ts';
import type { Spv } from './schemas.ts';
import { toSpvView } from './spv-view.ts';

/** Error: `not-found`. */
export async function readSpv(deps: Pick<AppDeps, 'db'>, spvId: string): Promise<Spv> {
  const row = await findSpvWithProjects(deps.db, spvId);
  if (!row) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  return toSpvView(row);
}
