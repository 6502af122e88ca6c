// Turns a stored SPV into what administrators see.

import type { SpvWithProjectsRow } from './queries.ts';
import type { SpvCountry } from './rules.ts';
import type { Spv } from './schemas.ts';

export function toSpvView(row: SpvWithProjectsRow): Spv {
  return {
    id: row.id,
    name: row.name,
    // Border: only countries of the list are written.
    country: row.country as SpvCountry,
    providerExternalId: row.providerExternalId,
    vatOverrideBps: row.vatOverrideBps,
    kybStatus: row.kybStatus,
    projects: row.projects,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
  };
}
