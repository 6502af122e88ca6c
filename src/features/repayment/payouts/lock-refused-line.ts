// A line whose payout was refused, for whoever decides what becomes of it.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { PAYOUT_LINE_NOT_REFUSED } from './errors.ts';
import { type LineRow, lockLine } from './line-queries.ts';

/** Locked. Errors: `not-found`, `payout-line-not-refused`. */
export async function lockRefusedLine(tx: Tx, lineId: string): Promise<LineRow> {
  const line = await lockLine(tx, lineId);
  if (!line) throw new AppError(NOT_FOUND);
  if (line.status !== 'failed' && line.status !== 'blocked') throw new AppError(PAYOUT_LINE_NOT_REFUSED);
  return line;
}
