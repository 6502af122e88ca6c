// DELETE /administration/project-owner/:projectOwnerId: the answer is the same whether the owner was deleted
// or not (A-project-owners-5).

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { UUID } from '../../../core/uuid.ts';
import type { AppDeps } from '../../../deps.ts';
import { PROJECT_OWNER_HAS_PROJECTS } from './errors.ts';
import { deleteOwner } from './queries.ts';

/**
 * Deletes an owner without projects, with its audit row. An unknown owner, a malformed id and a refusal are no errors
 * (A-project-owners-6); the refusal is only logged. The foreign key decides, so a property that is created meanwhile keeps its
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
