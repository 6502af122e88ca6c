// GET /administration/customers/:customerId/documents/:documentId/file: the file of an identity document, with an audit row.

import { extname } from 'node:path';
import { recordAdminAction } from '../../../core/audit.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findDocument } from './queries.ts';

/**
 * The file as it was handed in; the access is audited before anything is returned (A-onboarding-16). Error: `not-found`, also for
 * a document of another investor and for a file that the storage does not have.
 */
export async function readDocumentFile(
  deps: Pick<AppDeps, 'db' | 'clock' | 'storage'>,
  input: { customerId: CustomerId; documentId: string; audit: RouteAudit },
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
  // A generated name: the investor's own could contain anything.
  return { name: `${type}-${documentId}${extname(storageKey)}`, contentType, bytes: file.bytes };
}
