// Turns a violated foreign key into the error of an unknown property in the body.

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
