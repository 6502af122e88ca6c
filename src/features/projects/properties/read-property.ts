// GET /administration/property/:propertyId: the whole property, or null.

import type { AppDeps } from '../../../deps.ts';
import { findPropertyJson } from './listing-queries.ts';

/** JSON text; `null` for an unknown id: the documents answer no 404 here (catalogue.md#reading-properties). */
export async function readProperty(deps: Pick<AppDeps, 'db'>, propertyId: string): Promise<string> {
  return findPropertyJson(deps.db, propertyId);
}
