// GET /administration/property/:propertyId/funding: the funding step view.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { countFunding } from './count-funding.ts';
import { toFundingView } from './funding-view.ts';
import { findFunding } from './queries.ts';
import type { FundingView } from './schemas.ts';

/** Figures as they are now; a draft has no bricks yet. Error: `not-found`. */
export async function readFunding(deps: Pick<AppDeps, 'db'>, propertyId: string): Promise<FundingView> {
  const funding = await findFunding(deps.db, propertyId);
  if (!funding) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  return toFundingView(funding, await countFunding(deps.db, propertyId));
}
