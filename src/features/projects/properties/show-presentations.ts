// The presentations of a property on its public page.

import type { AppDeps } from '../../../deps.ts';
import { listPresentationRows } from './file-queries.ts';
import type { ShownPresentation } from './file-schemas.ts';

/** More than a page has room for. */
const MOST_SHOWN = 20;

/** Newest first, at most twenty. */
export async function showPresentations(deps: Pick<AppDeps, 'db' | 'storage'>, propertyId: string): Promise<ShownPresentation[]> {
  const rows = await listPresentationRows(deps.db, propertyId, { limit: MOST_SHOWN });
  return rows.map(({ name, storageKey }) => ({ name, url: deps.storage.publicUrl(storageKey) }));
}
