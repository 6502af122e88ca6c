// DELETE /administration/project-owner-presentation/:projectOwnerPresentationId (ours): deletes a presentation that no property
// shows.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { ownerPresentationCacheKey } from './cache-key.ts';
import { PRESENTATION_IN_USE, PRESENTATION_NOT_FOUND } from './errors.ts';
import { countPropertiesShowing, deletePresentationRow, lockPresentation } from './queries.ts';

/**
 * Deletes the presentation, with its audit row. Its lock waits for concurrent links of properties to it, and prevents new ones.
 * Errors: `project-owner-presentation-not-found`, `project-owner-presentation-in-use` (A-project-owners-7).
 */
export async function deletePresentation(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { presentationId: string; audit: RouteAudit },
): Promise<void> {
  const { presentationId: id, audit } = input;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const presentation = await lockPresentation(tx, id);
    if (!presentation) throw new AppError(PRESENTATION_NOT_FOUND);
    const count = await countPropertiesShowing(tx, id);
    if (count > 0) throw new AppError(PRESENTATION_IN_USE, { detail: `Properties that show this presentation: ${count}.` });
    await deletePresentationRow(tx, id);
    await invalidate(tx, [ownerPresentationCacheKey(id)]);
    const target = { type: 'project-owner-presentation', id };
    await recordAdminAction(tx, { ...audit, target, payload: { name: presentation.name }, at });
  });
}
