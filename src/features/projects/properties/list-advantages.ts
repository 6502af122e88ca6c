// GET /administration/property/:propertyId/advantages: what the page of a property praises, in French as all of it.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { toCatalogueDescription } from './catalogue-view.ts';
import { findProperty } from './queries.ts';
import type { CatalogueDescription } from './view-schemas.ts';

/** In the order of the page. Error: `not-found`. */
export async function listAdvantages(deps: Pick<AppDeps, 'db'>, propertyId: string): Promise<CatalogueDescription['advantages']> {
  const row = await findProperty(deps.db, propertyId);
  if (!row) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  return toCatalogueDescription(row).advantages;
}
