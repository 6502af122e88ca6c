// GET /administration/payouts/runs/:runId/lines: what each holder gets of a run.

import type { Static } from 'typebox';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { toPayoutLineView } from './rules.ts';
import type { PayoutLinesPage, PayoutLinesQuery } from './schemas.ts';
import { findLinesPage, findRunMoment } from './shown-line-queries.ts';

/** One page of a run's lines, by holder. Errors: `validation-failed` for a malformed cursor, `not-found`. */
export async function listPayoutLines(
  { db }: Pick<AppDeps, 'db'>,
  { runId, limit, cursor, ...filter }: Static<typeof PayoutLinesQuery> & { runId: string },
): Promise<Static<typeof PayoutLinesPage>> {
  const after = decodeCursor(cursor)?.id;
  const at = await findRunMoment(db, runId);
  if (at === undefined) throw new AppError(NOT_FOUND, { detail: 'Payout run not found' });
  const rows = await findLinesPage(db, runId, { ...filter, limit, after });
  // All lines of a run are of one moment; the holder names the place.
  return toPage(rows, limit, ({ customerId }) => ({ at, id: customerId }), toPayoutLineView);
}
