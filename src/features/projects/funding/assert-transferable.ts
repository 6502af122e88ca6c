// Whether an amount may go to the owner of a property now.

import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { projectState } from '../project-life/index.ts';
import { TRANSFER_EXCEEDS_FUNDING_AMOUNT } from './errors.ts';
import { readAllowance } from './owner-cap.ts';
import { FUNDING_VERBS } from './states.ts';
import type { TransferProperty } from './transfer-queries.ts';

/** At most the rest of the cap, and what the project has; nothing before the closing (A-funding-14). */
export async function assertTransferable(
  db: Database | Tx,
  { config }: Pick<AppDeps, 'config'>,
  property: TransferProperty,
  amountCents: Cents,
): Promise<void> {
  assertAllowed(FUNDING_VERBS['transfer-funds-to-owner'], projectState(property));
  const { transferableCents } = await readAllowance(db, property, config.VAT_RATE_BPS);
  if (amountCents > transferableCents) throw new AppError(TRANSFER_EXCEEDS_FUNDING_AMOUNT);
}
