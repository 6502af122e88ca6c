// A correction as the investor who asked for it sees it (A-profile-corrections-2).

import type { Correction } from './queries.ts';
import type { CorrectionView } from './schemas.ts';

/** `changes` are the new values while it is pending, then null. */
export function toCorrectionView({ id, status, fields, changes, reason, createdAt, closedAt }: Correction): CorrectionView {
  return {
    id,
    status,
    fields,
    changes,
    reason,
    requestedAt: createdAt.toString(),
    closedAt: closedAt?.toString() ?? null,
  };
}
