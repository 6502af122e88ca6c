// POST /administration/project-owner-presentation (ours): a new presentation.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newTimeOrderedId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { PRESENTATION_NAME_ALREADY_EXISTS } from './errors.ts';
import { toPresentationView } from './presentation-view.ts';
import { insertPresentation } from './queries.ts';
import type { Presentation, PresentationContent } from './schemas.ts';

/**
 * Inserts the presentation with its audit row. Error: `project-owner-presentation-name-already-exists`, also for concurrent
 * requests.
 */
export async function createPresentation(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { presentation: PresentationContent; audit: RouteAudit },
): Promise<Presentation> {
  const { name, description, profilePictureUrl = null } = input.presentation;
  const at = deps.clock.now();
  try {
    return await inTransaction(deps.db, async (tx) => {
      const row = await insertPresentation(tx, { id: newTimeOrderedId(), name, description, profilePictureUrl, at });
      const target = { type: 'project-owner-presentation', id: row.id };
      await recordAdminAction(tx, { ...input.audit, target, payload: { name }, at });
      return toPresentationView(row);
    });
  } catch (error) {
    throw violatedConstraint(error) === 'project_owner_presentation_name_once'
      ? new AppError(PRESENTATION_NAME_ALREADY_EXISTS)
      : error;
  }
}
