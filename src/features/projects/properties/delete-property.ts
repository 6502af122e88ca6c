// DELETE /administration/property/:propertyId: deletes a DRAFT.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState, propertyCacheKey } from '../project-life/index.ts';
import { deleteDraft } from './editing-queries.ts';
import { DELETE_MUST_BE_DRAFT, DELETE_STILL_REFERENCED } from './errors.ts';
import { PROPERTY_VERBS } from './states.ts';

/**
 * Deletes the DRAFT, with its audit row. The files of its gallery stay, as other pages may link to them (A-properties-24).
 * Errors: `not-found`, `property.delete.must-be-draft`, `property.delete.still-referenced` (something refers to it).
 */
export async function deleteProperty(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { propertyId: PropertyId; audit: RouteAudit },
): Promise<void> {
  const { propertyId, audit } = input;
  const at = deps.clock.now();
  try {
    await inTransaction(deps.db, async (tx) => {
      const property = await lockProperty(tx, propertyId);
      if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
      assertAllowed(PROPERTY_VERBS['delete-property'], projectState(property));
      if (!(await deleteDraft(tx, propertyId))) throw new AppError(DELETE_MUST_BE_DRAFT);
      await invalidate(tx, [propertyCacheKey(propertyId)]);
      const payload = { name: property.name };
      await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    });
  } catch (error) {
    throw violatedConstraint(error) === undefined ? error : new AppError(DELETE_STILL_REFERENCED, { cause: error });
  }
}
