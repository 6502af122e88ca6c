// POST /administration/property/:propertyId/presentations: a PDF that presents a property, on its page from now on.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { propertyCacheKey } from '../../../core/cache-keys.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { isDatabaseUnavailable } from '../../../core/db/unavailable.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { type SentFile, shownFileName } from '../../../core/http/multipart.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { detectFileType } from '../../../providers/storage/index.ts';
import { lockProperty } from '../project-life/index.ts';
import { insertPresentation, type NewPresentation, type Presentation } from './file-queries.ts';
import type { PresentationView } from './file-schemas.ts';
import { toPresentationView } from './presentation-view.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'storage' | 'log'>;

/**
 * 1. store the file; 2. write its row with the property locked, and the audit row. A refusal removes the file again. Errors:
 * `validation-failed` (no file, or no PDF by its content), `not-found`.
 */
export async function uploadPresentation(
  deps: Deps,
  input: { propertyId: string; file: SentFile | undefined; audit: RouteAudit },
): Promise<PresentationView> {
  const { propertyId, file, audit } = input;
  const type = file && (await detectFileType(file.bytes));
  if (!file || type?.kind !== 'pdf')
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/file', reason: file ? 'is no PDF' : 'needs a file' }] });
  const id = newId();
  const storageKey = `public/presentations/${id}.${type.extension}`;
  const presentation = {
    id,
    propertyId,
    name: shownFileName(file.name, `presentation.${type.extension}`),
    storageKey,
    contentType: type.contentType,
    sizeBytes: file.bytes.length,
    administrator: audit.administrator,
    createdAt: deps.clock.now(),
  };
  await deps.storage.put(storageKey, file.bytes, type.contentType);
  try {
    return toPresentationView(deps, await record(deps, presentation, audit));
  } catch (error) {
    // A commit that was not answered may have been done: then the row names the file.
    if (!isDatabaseUnavailable(error)) await removeUnnamed(deps, storageKey);
    throw error;
  }
}

async function record(deps: Pick<Deps, 'db'>, presentation: NewPresentation, audit: RouteAudit): Promise<Presentation> {
  const { id, propertyId, name, createdAt: at } = presentation;
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockProperty(tx, propertyId))) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
    const row = await insertPresentation(tx, presentation);
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    const payload = { presentationId: id, name };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return row;
  });
}

/** A file that no row names and whose address nobody was told; one that stays behind does no harm. */
async function removeUnnamed(deps: Deps, storageKey: string): Promise<void> {
  await deps.storage.delete(storageKey).catch((error: unknown) => deps.log.warn({ err: error, storageKey }, 'file not removed'));
}
