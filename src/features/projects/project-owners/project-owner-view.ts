// Turns a stored project owner into what administrators see.

import type { ProjectOwnerRow } from './queries.ts';
import type { ProjectOwner } from './schemas.ts';

/** Without a phone number `phoneNumber` is absent, not null, as the documents call it optional. */
export function toProjectOwnerView(row: ProjectOwnerRow): ProjectOwner {
  return {
    id: row.id,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
    firstname: row.firstname,
    lastname: row.lastname,
    email: row.email,
    ...(row.phoneNumber === null ? {} : { phoneNumber: row.phoneNumber }),
  };
}
