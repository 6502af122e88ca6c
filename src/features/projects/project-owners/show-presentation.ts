// The presentation of a project owner on the public page of a property (A-properties-42).

import type { AppDeps } from '../../../deps.ts';
import { ownerPresentationCacheKey } from './cache-key.ts';
import { findPresentation } from './queries.ts';
import type { ShownPresentation } from './schemas.ts';

/** From the cache, which every change of the presentation invalidates. Null without an id, and when it was just deleted. */
export async function showPresentation(
  deps: Pick<AppDeps, 'db' | 'cache'>,
  presentationId: string | null,
): Promise<ShownPresentation | null> {
  if (presentationId === null) return null;
  return deps.cache.get(deps.db, ownerPresentationCacheKey(presentationId), async () => {
    const row = await findPresentation(deps.db, presentationId);
    if (!row) return null;
    const { name, description, profilePictureUrl } = row;
    return { name, description, profilePictureUrl };
  });
}
