// PUT /administration/project-owner/:projectOwnerId: replaces the contact details of an owner.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { PROJECT_OWNER_EMAIL_ALREADY_EXISTS } from './errors.ts';
import { updateOwner } from './queries.ts';
import type { NewProjectOwner } from './schemas.ts';

/**
 * Replaces all fields; a missing `phoneNumber` removes the number (A-project-owners-2). Errors (catalogue.md#project-owners):
 * `validation-failed` (the id in the body differs from that in the path), `not-found`, `project-owner-email-already-exists`.
 */
export async function updateProjectOwner(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { projectOwnerId: string; owner: NewProjectOwner; audit: RouteAudit },
): Promise<void> {
  const { projectOwnerId, owner, audit } = input;
  const { firstname, lastname, email, phoneNumber = null } = owner;
  if (owner.id !== undefined && owner.id !== projectOwnerId)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/id', reason: 'differs from the id in the path' }] });
  const at = deps.clock.now();
  try {
    await inTransaction(deps.db, async (tx) => {
      const isKnown = await updateOwner(tx, { id: projectOwnerId, firstname, lastname, email, phoneNumber, at });
      if (!isKnown) throw new AppError(NOT_FOUND, { detail: 'Project owner not found' });
      const payload = { change: 'update', firstname, lastname, email };
      await recordAdminAction(tx, { ...audit, target: { type: 'project-owner', id: projectOwnerId }, payload, at });
    });
  } catch (error) {
    throw violatedConstraint(error) === 'project_owner_email_any_case' ? new AppError(PROJECT_OWNER_EMAIL_ALREADY_EXISTS) : error;
  }
}
