// A refused payout is decided about only when the provider shows that none of its payments moved money.

import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { isCertainlyUnpaid } from '../../../money/payments/index.ts';
import { PAYOUT_LINE_MAY_BE_PAID } from './errors.ts';
import { findRefusedKind } from './line-queries.ts';
import { paymentsOfKind } from './rules.ts';

/** Passes for a line that is not refused: that is for the caller to answer. Error: `payout-line-may-be-paid`. */
export async function assertCertainlyUnpaid(deps: Pick<AppDeps, 'db' | 'mover'>, lineId: string): Promise<void> {
  const kind = await findRefusedKind(deps.db, lineId);
  if (kind === undefined) return;
  if (await isCertainlyUnpaid(deps, { purpose: paymentsOfKind(kind).purpose, subjectId: lineId })) return;
  // Somebody may have had it paid meanwhile: then it is not refused any more.
  if ((await findRefusedKind(deps.db, lineId)) !== undefined) throw new AppError(PAYOUT_LINE_MAY_BE_PAID);
}
