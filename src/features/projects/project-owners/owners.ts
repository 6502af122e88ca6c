// Project owners, whom the platform finances: created, changed and deleted.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { UUID } from '../../../core/uuid.ts';
import type { AppDeps } from '../../../deps.ts';
import { PROJECT_OWNER_EMAIL_ALREADY_EXISTS, PROJECT_OWNER_HAS_PROJECTS } from './errors.ts';
import { deleteOwner, findOwnerByEmail, insertOwnerUnlessEmailKnown, type ProjectOwnerRow, updateOwner } from './queries.ts';
import type { NewProjectOwner, ProjectOwner } from './schemas.ts';

/**
 * POST /administration/project-owner: creates a project owner, or returns the one with this address.
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

/** The documents name no error for a taken id, so it is reported as an invalid field. */
async function refusingTakenId<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'project_owner_pkey') throw error;
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/id', reason: 'belongs to another project owner' }] });
  }
}

/**
 * PUT /administration/project-owner/:projectOwnerId: replaces the contact details of an owner.
 * Replaces all fields; a missing `phoneNumber` removes the number. Errors (catalogue.md#project-owners):
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

/**
 * DELETE /administration/project-owner/:projectOwnerId: the answer is the same whether the owner was deleted or not.
 * Deletes an owner without projects, with its audit row. An unknown owner, a malformed id and a refusal are no errors;
 * the refusal is only logged. The foreign key decides, so a property that is created meanwhile keeps its
 * owner.
 */
export async function deleteProjectOwner(
  deps: Pick<AppDeps, 'db' | 'clock' | 'log'>,
  input: { projectOwnerId: string; audit: RouteAudit },
): Promise<void> {
  const { audit } = input;
  const projectOwnerId = input.projectOwnerId.toLowerCase();
  if (!UUID.test(projectOwnerId)) return;
  try {
    await inTransaction(deps.db, async (tx) => {
      if (!(await deleteOwner(tx, projectOwnerId))) return;
      await recordAdminAction(tx, {
        ...audit,
        target: { type: 'project-owner', id: projectOwnerId },
        payload: { change: 'deletion' },
        at: deps.clock.now(),
      });
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === undefined) throw error;
    deps.log.info({ errorCode: PROJECT_OWNER_HAS_PROJECTS, projectOwnerId, constraint }, 'project owner not deleted');
  }
}

/** Without a phone number `phoneNumber` is absent, not null, as the documents call it optional. */
export function toProjectOwnerView(row: ProjectOwnerRow): ProjectOwner {
  return {
    id: row.id,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
    firstname: row.firstname,
    lastname: row.lastname,
    email: row.email,
    ...(row.phoneNumber === null ? {} : { phoneNumber: row.phoneNumber }),
  };
}
