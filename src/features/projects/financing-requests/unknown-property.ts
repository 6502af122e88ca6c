// A body may name a property that nobody knows: the foreign key notices, and the caller is told which field.

import { violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';

/** Runs `write`. Error: `validation-failed` for an unknown property. */
export async function refusingUnknownProperty<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'project_financing_request_property_id_fkey') throw error;
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/propertyId', reason: 'is not known' }] });
  }
}
