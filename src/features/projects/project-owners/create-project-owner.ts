// POST /administration/project-owner: the owner with this address, new or known.

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
 * Writes the owner and its audit row, or answers the one who has the address already (case apart), unchanged and without an
 * audit row (catalogue.md#project-owners); of two at once one writes, both get the same owner. Error: `validation-failed` for
 * the id of another owner.
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
  // Deleted between the two statements: begin again.
  return row === undefined ? createProjectOwner(deps, input) : { ok: true, value: toProjectOwnerView(row) };
}

/** A-project-owners-1: the documents name no error for it, so it is a field that is not valid. */
async function refusingTakenId<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'project_owner_pkey') throw error;
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/id', reason: 'belongs to another project owner' }] });
  }
}
