// GET /administration/project-owner/:projectOwnerId/onboarding: the stored path of an owner.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findOwnerName, findPath } from './queries.ts';
import { toHolderPath } from './rules.ts';
import type { AdministrationOnboarding } from './schemas.ts';

/** Error: `not-found`. */
export async function readProjectOwnerOnboarding(
  deps: Pick<AppDeps, 'db'>,
  projectOwnerId: string,
): Promise<AdministrationOnboarding> {
  const [name, path] = await Promise.all([findOwnerName(deps.db, projectOwnerId), findPath(deps.db, { projectOwnerId })]);
  if (name === undefined) throw new AppError(NOT_FOUND, { detail: 'Project owner not found' });
  return toHolderPath(path, undefined);
}
