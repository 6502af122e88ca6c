// PATCH /administration/property/:propertyId/internal-note: replaces the note that the administrator read.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findInternalNote, replaceInternalNote } from './editing-queries.ts';
import { NOTE_VERSION_CONFLICT } from './errors.ts';
import type { InternalNote } from './listing-schemas.ts';
import type { InternalNoteEdit } from './schemas.ts';

/**
 * Compare-and-set on the version: of two concurrent changes the second is refused. Returns the note with its new version. Errors:
 * `not-found` (`Property not found`), `NOTE_VERSION_CONFLICT`.
 */
export async function writeInternalNote(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { propertyId: PropertyId; note: InternalNoteEdit; audit: RouteAudit },
): Promise<InternalNote> {
  const { propertyId, note, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const written = await replaceInternalNote(tx, propertyId, { ...note, at });
    if (!written) {
      const known = await findInternalNote(tx, propertyId);
      throw known ? new AppError(NOTE_VERSION_CONFLICT) : new AppError(NOT_FOUND, { detail: 'Property not found' });
    }
    const payload = { version: written.version };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return written;
  });
}
