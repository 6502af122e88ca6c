// GET /administration/spv/:id/onboarding: the stored path of an SPV.

import type { SpvId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findSpv } from '../../projects/spvs/index.ts';
import { findPath } from './queries.ts';
import { toHolderPath } from './rules.ts';
import type { AdministrationOnboarding } from './schemas.ts';

/** Error: `not-found`. */
export async function readSpvOnboarding(deps: Pick<AppDeps, 'db'>, spvId: SpvId): Promise<AdministrationOnboarding> {
  const [spv, path] = await Promise.all([findSpv(deps.db, spvId), findPath(deps.db, { spvId })]);
  if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  return toHolderPath(path, { ...spv, readAt: spv.providerReadAt });
}
