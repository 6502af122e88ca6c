// PUT /administration/project-owner-presentation/:projectOwnerPresentationId: replaces a presentation.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { ownerPresentationCacheKey } from './cache-key.ts';
import { PRESENTATION_NAME_ALREADY_EXISTS, PRESENTATION_NOT_FOUND } from './errors.ts';
import { toPresentationView } from './presentation-view.ts';
import { isNameTaken, updatePresentationRow } from './queries.ts';
import type { Presentation, PresentationContent } from './schemas.ts';

/**
 * Replaces the presentation, also on the pages that show it; a missing `profilePictureUrl` removes the picture
 * (A-project-owners-2). Errors in the order of the table: `project-owner-presentation-name-already-exists` (also for concurrent
 * requests), `project-owner-presentation-not-found`.
 */
export async function updatePresentation(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { presentationId: string; presentation: PresentationContent; audit: RouteAudit },
): Promise<Presentation> {
  const { presentationId: id, audit } = input;
  const { name, description, profilePictureUrl = null } = input.presentation;
  const at = deps.clock.now();
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (await isNameTaken(tx, name, id)) throw new AppError(PRESENTATION_NAME_ALREADY_EXISTS);
      const row = await updatePresentationRow(tx, { id, name, description, profilePictureUrl, at });
      if (!row) throw new AppError(PRESENTATION_NOT_FOUND);
      await invalidate(tx, [ownerPresentationCacheKey(id)]);
      await recordAdminAction(tx, { ...audit, target: { type: 'project-owner-presentation', id }, payload: { name }, at });
      return toPresentationView(row);
    });
  } catch (error) {
    throw violatedConstraint(error) === 'project_owner_presentation_name_once'
      ? new AppError(PRESENTATION_NAME_ALREADY_EXISTS)
      : error;
  }
}
