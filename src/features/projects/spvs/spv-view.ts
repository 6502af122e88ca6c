// Turns a stored SPV into what administrators see (A-spvs-6).

import type { SpvWithProjectsRow } from './queries.ts';
import type { Spv } from './schemas.ts';

export function toSpvView(row: SpvWithProjectsRow): Spv {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    providerExternalId: row.providerExternalId,
    vatOverrideBps: row.vatOverrideBps,
    kybStatus: row.kybStatus,
    projects: row.projects,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
  };
}
