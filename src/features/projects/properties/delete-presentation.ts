// DELETE /administration/property/:propertyId/presentations/:presentationId: a presentation leaves the page, and its file the storage.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { propertyCacheKey } from '../../../core/cache-keys.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { removeFileJob } from './file-jobs.ts';
import { deletePresentationOf } from './file-queries.ts';

/** The row goes with its audit row; the file by a job of the same transaction. Error: `not-found`, another property's included. */
export async function deletePresentation(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: { propertyId: string; presentationId: string; audit: RouteAudit },
): Promise<void> {
  const { audit, propertyId, presentationId } = input;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const deleted = await deletePresentationOf(tx, { propertyId, presentationId });
    if (!deleted) throw new AppError(NOT_FOUND, { detail: 'Presentation not found' });
    const { name, storageKey } = deleted;
    await deps.jobs.enqueue(tx, removeFileJob, { storageKey });
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    const payload = { presentationId, name };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
  });
}
