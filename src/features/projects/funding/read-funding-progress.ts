// GET /administration/property/:propertyId/funding/progress: what was bought on each day of a funding.

import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { sumPurchasesByDay } from '../../investing/primary-purchase/index.ts';
import { findFunding } from './queries.ts';
import type { FundingProgress } from './schemas.ts';

/** Confirmed purchases by the Paris day on which they were placed. Error: `not-found`. */
export async function readFundingProgress({ db }: Pick<AppDeps, 'db'>, propertyId: PropertyId): Promise<FundingProgress> {
  if (!(await findFunding(db, propertyId))) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  return { propertyId, days: await sumPurchasesByDay(db, propertyId) };
}
