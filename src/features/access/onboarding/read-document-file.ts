// GET /administration/customers/:customerId/documents/:documentId/file: somebody's passport, and who looked at it.

import { extname } from 'node:path';
import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findDocument } from './queries.ts';

/**
 * The stored file as it was handed in; the look is audited before anything is shown (A-onboarding-16). Error: `not-found`, for the
 * document of another investor too, and where the storage has lost the file.
 */
export async function readDocumentFile(
  deps: Pick<AppDeps, 'db' | 'clock' | 'storage'>,
  input: { customerId: string; documentId: string; audit: RouteAudit },
): Promise<{ name: string; contentType: string; bytes: Uint8Array }> {
  const { audit, customerId, documentId } = input;
  const document = await findDocument(deps.db, { customerId, documentId });
  const file = document && (await deps.storage.get(document.storageKey));
  if (!document || !file) throw new AppError(NOT_FOUND, { detail: 'Document not found' });
  const { type, contentType, storageKey } = document;
  await inTransaction(deps.db, (tx) =>
    recordAdminAction(tx, {
      ...audit,
      target: { type: 'customer', id: customerId },
      payload: { documentId, type },
      at: deps.clock.now(),
    }),
  );
  // A name of ours: the investor's own may say anything.
  return { name: `${type}-${documentId}${extname(storageKey)}`, contentType, bytes: file.bytes };
}
