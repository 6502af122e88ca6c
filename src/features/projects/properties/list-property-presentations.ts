// GET /administration/property/:propertyId/presentations: the presentations of a property.

import type { Static } from 'typebox';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { hasProperty, listPresentationRows } from './file-queries.ts';
import type { PresentationsPage, PresentationsQuery } from './file-schemas.ts';
import { toPresentationView } from './presentation-view.ts';

/** One page, newest first. Errors: `not-found`, `validation-failed` for a foreign cursor. */
export async function listPropertyPresentations(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  input: Static<typeof PresentationsQuery> & { propertyId: string },
): Promise<Static<typeof PresentationsPage>> {
  const { propertyId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  if (!(await hasProperty(deps.db, propertyId))) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const rows = await listPresentationRows(deps.db, propertyId, { after, limit: limit + 1, filters });
  return toPage(
    rows,
    limit,
    ({ createdAt: at, id }) => ({ at, id }),
    (row) => toPresentationView(deps, row),
  );
}
