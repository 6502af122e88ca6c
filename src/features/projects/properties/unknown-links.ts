// Turns a violated foreign key into the error of an unknown SPV, project owner or presentation in the body.

import { violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';

const FIELDS: Readonly<Record<string, string>> = {
  property_spv_id_fkey: 'body/spvId',
  property_project_owner_id_fkey: 'body/projectOwnerId',
  property_project_owner_presentation_id_fkey: 'body/projectOwnerPresentationId',
};

/** Runs `write`. Error: `validation-failed` for an unknown SPV, project owner or presentation. */
export async function refusingUnknownLinks<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedConstraint(error);
    const path = constraint && FIELDS[constraint];
    throw !path ? error : new AppError(VALIDATION_FAILED, { faults: [{ path, reason: 'is not known' }] });
  }
}
