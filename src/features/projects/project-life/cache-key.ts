// Name of the cached public page of a property: the reader and everyone who makes it stale use the same key.

import type { PropertyId } from '../../../core/db/tables.ts';

/** What the public page of a property shows and no purchase changes. */
export function propertyCacheKey(propertyId: PropertyId): string {
  return `property:${propertyId}`;
}
