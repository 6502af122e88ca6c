// POST /administration/project-owner: creates a project owner, or returns the one with this address.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { toProjectOwnerView } from './project-owner-view.ts';
import { findOwnerByEmail, insertOwnerUnlessEmailKnown } from './queries.ts';
import type { NewProjectOwner, ProjectOwner } from './schemas.ts';

/**
 * Inserts the owner with its audit row, or returns the owner with the address (in upper or lower case), unchanged and without an
 * audit row (catalogue.md#project-owners). Of two concurrent requests one inserts, and both return the same owner. Error:
 * `validation-failed` for the id of another owner.
 */
export async function createProjectOwner(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { owner: NewProjectOwner; audit: RouteAudit },
): Promise<{ ok: true; value: ProjectOwner }> {
  const { owner, audit } = input;
  const { id = newId(), firstname, lastname, email, phoneNumber = null } = owner;
  const at = deps.clock.now();
  const row = await refusingTakenId(() =>
    inTransaction(deps.db, async (tx) => {
      const created = await insertOwnerUnlessEmailKnown(tx, { id, firstname, lastname, email, phoneNumber, at });
      if (!created) return findOwnerByEmail(tx, email);
      const payload = { firstname, lastname, email };
      await recordAdminAction(tx, { ...audit, target: { type: 'project-owner', id: created.id }, payload, at });
      return created;
    }),
  );
  // The owner was deleted between the two statements: start again.
  return row === undefined ? createProjectOwner(deps, input) : { ok: true, value: toProjectOwnerView(row) };
}

/** A-project-owners-1: the documents name no error for a taken id, so it is reported as an invalid field. */
async function refusingTakenId<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'project_owner_pkey') throw error;
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/id', reason: 'belongs to another project owner' }] });
  }
}
