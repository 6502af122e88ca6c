// The price of a sold property goes to the holders of its bricks; resale asks for it.

import { parisDate } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { writeRun } from './write-run.ts';

/** Which sale, the SPV's wallet, and how many cents, which lie in CAPITAL. */
export type SoldProperty = { propertyId: string; saleId: string; accountId: string; totalCents: number; at: Temporal.Instant };

/** Writes the run, its lines without tax, and one payout each; a refused one is ordered again by the daily capital run. */
export async function openSaleRun(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  sold: SoldProperty,
): Promise<{ holders: number }> {
  const { propertyId, saleId, accountId, totalCents, at } = sold;
  const runDate = parisDate(at);
  const run = { id: newId(), kind: 'sale', propertyId, saleId, period: runDate.toString(), runDate, totalCents, at } as const;
  const written = await writeRun(tx, deps, run, { accountId, label: run.period, schedule: undefined });
  if (!written) throw new Error(`the price of sale ${saleId} was distributed before`);
  return { holders: written.holders };
}
