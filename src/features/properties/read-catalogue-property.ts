// GET /properties/:propertyId: the public page of a property.

import { propertyCacheKey } from '../../core/cache-keys.ts';
import { AppError } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { countPurchases } from '../primary-purchase/index.ts';
import { toAvailability } from './availability-view.ts';
import { toCatalogueDescription } from './catalogue-view.ts';
import { PROPERTY_NOT_FOUND } from './errors.ts';
import { findProperty, findSale } from './queries.ts';
import type { CatalogueDescription, CatalogueProperty } from './view-schemas.ts';

/**
 * The description comes from the cache, which every change of the property empties; the availability is read each time, as
 * every purchase changes it. Error: `property.not-found`, also for a draft or before the display date.
 */
export async function readCatalogueProperty(
  deps: Pick<AppDeps, 'db' | 'clock' | 'cache'>,
  propertyId: string,
): Promise<CatalogueProperty> {
  const sale = await findSale(deps.db, propertyId, deps.clock.now());
  if (!sale) throw new AppError(PROPERTY_NOT_FOUND);
  const description = await deps.cache.get(deps.db, propertyCacheKey(propertyId), () => describe(deps, propertyId));
  const counts = await countPurchases(deps.db, [propertyId]);
  return { ...description, ...toAvailability(sale, counts.get(propertyId)) };
}

async function describe(deps: Pick<AppDeps, 'db'>, propertyId: string): Promise<CatalogueDescription> {
  const row = await findProperty(deps.db, propertyId);
  if (!row) throw new AppError(PROPERTY_NOT_FOUND);
  return toCatalogueDescription(row);
}
