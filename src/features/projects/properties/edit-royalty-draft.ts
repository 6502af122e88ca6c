// PATCH /administration/property/royalty/:propertyId: edits a royalty property before its publication.

import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { projectState } from '../project-life/index.ts';
import { changeProperty, type PropertyChange } from './change-property.ts';
import { assertStaysRoyalty, withoutLoanTerms } from './edit-rules.ts';
import { PROPERTY_VERBS } from './states.ts';
import type { PropertyView } from './view-schemas.ts';

/**
 * Errors: `property.edit-royalty.must-be-royalty`, `property.edit-royalty.must-be-draft`, and those of changeProperty. What a
 * royalty has not is dropped (A-properties-21).
 */
export async function editRoyaltyDraft(deps: Pick<AppDeps, 'db' | 'clock'>, input: PropertyChange): Promise<PropertyView> {
  const changes = withoutLoanTerms(input.changes);
  return changeProperty(deps, { ...input, changes }, (stored) => {
    assertStaysRoyalty(stored, changes);
    assertAllowed(PROPERTY_VERBS['edit-royalty-draft'], projectState(stored));
  });
}
