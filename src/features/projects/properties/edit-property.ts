// PATCH /administration/property/:propertyId: edits all of a DRAFT, or the fields that may still change of a published property.

import type { AppDeps } from '../../../deps.ts';
import { changeProperty, type PropertyChange } from './change-property.ts';
import { assertNoRoyalty } from './edit-rules.ts';
import type { PropertyView } from './view-schemas.ts';

/** Errors, from the top of the table to its bottom: `property.edit-does-not-support-royalty-operation` among those of changeProperty. */
export async function editProperty(deps: Pick<AppDeps, 'db' | 'clock'>, input: PropertyChange): Promise<PropertyView> {
  return changeProperty(deps, input, (stored) => assertNoRoyalty(stored, input.changes));
}
