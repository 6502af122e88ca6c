// The price of a sold property is paid to the holders of its bricks, for the room resale.

import type { Cents } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { openPayouts } from '../../../money/payments/index.ts';
import { unorderedLines } from './line-queries.ts';
import { insertRunWithLines } from './queries.ts';
import { payoutRunOf } from './rules.ts';

/** A sale, the SPV's wallet, and the price in cents, which is in CAPITAL. */
export type SoldProperty = {
  propertyId: PropertyId;
  saleId: string;
  accountId: string;
  totalCents: Cents;
  at: Temporal.Instant;
};

/** Writes the run, its lines without tax, and one payout each; the daily capital run retries those that are refused. */
export async function openSaleRun(tx: Tx, deps: Pick<AppDeps, 'jobs'>, sold: SoldProperty): Promise<{ holders: number }> {
  const { propertyId, saleId, accountId, totalCents, at } = sold;
  const runDate = parisDate(at);
  const label = runDate.toString();
  const run = { id: newId(), kind: 'sale', propertyId, saleId, period: label, runDate, totalCents, at } as const;
  const written = await insertRunWithLines(tx, run);
  if (!written) throw new Error(`the price of sale ${saleId} was distributed before`);
  await openPayouts(tx, deps, payoutRunOf({ kind: run.kind, propertyId, accountId, label, at }), unorderedLines(run.id));
  return { holders: written.holders };
}
