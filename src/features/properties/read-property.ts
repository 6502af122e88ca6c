// GET /administration/property/:propertyId: the whole property, or null.

import type { AppDeps } from '../../deps.ts';
import { toPropertyView } from './property-view.ts';
import { findProperty } from './queries.ts';
import type { PropertyView } from './view-schemas.ts';

/** Null for an unknown id: the documents answer no 404 here (Q61). */
export async function readProperty(deps: Pick<AppDeps, 'db'>, propertyId: string): Promise<PropertyView | null> {
  const row = await findProperty(deps.db, propertyId);
  return row ? toPropertyView(row) : null;
}
