// Turns a stored presentation into what administrators see.

import type { PresentationRow } from './queries.ts';
import type { Presentation } from './schemas.ts';

/** The content is under `json`, as in catalogue.md#project-owners. */
export function toPresentationView(row: PresentationRow): Presentation {
  return {
    id: row.id,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
    json: {
      name: row.name,
      description: row.description,
      ...(row.profilePictureUrl === null ? {} : { profilePictureUrl: row.profilePictureUrl }),
    },
  };
}
