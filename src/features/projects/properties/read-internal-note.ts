// GET /administration/property/:propertyId/internal-note: what administrators note among themselves.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findInternalNote } from './editing-queries.ts';
import type { InternalNote } from './listing-schemas.ts';

/** Empty and version 0 before the first save (catalogue.md#internal-note). Error: `not-found`, `Property not found`. */
export async function readInternalNote(deps: Pick<AppDeps, 'db'>, propertyId: string): Promise<InternalNote> {
  const note = await findInternalNote(deps.db, propertyId);
  if (!note) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  return note;
}
