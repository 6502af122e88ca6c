// GET /customers/profile/corrections: what became of the corrections that the investor asked for.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { toCorrectionView } from './correction-view.ts';
import { listCorrectionsOf } from './queries.ts';
import type { CorrectionsPage } from './schemas.ts';

/** Newest first. Error: `validation-failed` for a foreign cursor. */
export async function listCorrections(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: string; limit: number; cursor?: string },
): Promise<Static<typeof CorrectionsPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listCorrectionsOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), toCorrectionView);
}
