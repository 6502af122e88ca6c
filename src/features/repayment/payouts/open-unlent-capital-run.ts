// Capital that was never lent is paid to the holders like capital that came back, for the final settlement.

import type { Cents } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayouts } from '../../../money/payments/index.ts';
import { unorderedLines } from './line-queries.ts';
import { insertRunWithLines } from './queries.ts';
import { payoutRunOf } from './rules.ts';

/** A project, its last echeance, the SPV's wallet, and the capital in cents, which is in CAPITAL. */
export type UnlentCapital = {
  propertyId: PropertyId;
  echeanceId: EcheanceId;
  accountId: string;
  totalCents: Cents;
  at: Temporal.Instant;
};

/** Not a date, so that a second run of the project is found by the unique constraint of echeance, kind and period. */
const PERIOD = 'final-settlement';

/** Writes the run, its lines without tax, and one payout each; the daily capital run retries those that are refused. */
export async function openUnlentCapitalRun(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  { propertyId, echeanceId, accountId, totalCents, at }: UnlentCapital,
): Promise<{ runId: string; holders: number }> {
  const run = { id: newId(), kind: 'unlent-capital', propertyId, echeanceId, period: PERIOD, totalCents, at } as const;
  const written = await insertRunWithLines(tx, { ...run, runDate: parisDate(at) });
  if (!written) throw new Error(`the unlent capital of property ${propertyId} was distributed before`);
  const payouts = payoutRunOf({ kind: run.kind, propertyId, accountId, label: PERIOD, at });
  await openPayouts(tx, deps, payouts, unorderedLines(run.id));
  return { runId: run.id, holders: written.holders };
}
