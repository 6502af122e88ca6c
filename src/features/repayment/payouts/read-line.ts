// A payout line as the API shows it.

import type { Tx } from '../../../core/db/transaction.ts';
import { findLine } from './line-queries.ts';
import type { PayoutLineView } from './schemas.ts';

/** A line that the caller has locked. */
export async function readLine(tx: Tx, lineId: string): Promise<PayoutLineView> {
  const line = await findLine(tx, lineId);
  if (!line) throw new Error(`there is no payout ${lineId}`);
  return { ...line, settledAt: line.settledAt?.toString() ?? null };
}
