// Capital that was never lent goes to the holders like capital that came back; the final settlement asks for it.

import { parisDate } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { writeRun } from './write-run.ts';

/** Which project, its last echeance, the SPV's wallet, and how many cents, which lie in CAPITAL. */
export type UnlentCapital = {
  propertyId: string;
  echeanceId: string;
  accountId: string;
  totalCents: number;
  at: Temporal.Instant;
};

/** Once in the life of a project: the word of its period is the same whenever it runs. */
const PERIOD = 'final-settlement';

/** Writes the run, its lines without tax, and one payout each; a refused one is ordered again by the daily capital run. */
export async function openUnlentCapitalRun(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { propertyId, echeanceId, accountId, totalCents, at }: UnlentCapital,
): Promise<{ runId: string; holders: number }> {
  const run = { id: newId(), kind: 'unlent-capital', propertyId, echeanceId, period: PERIOD, totalCents, at } as const;
  const source = { accountId, label: PERIOD, schedule: undefined };
  const written = await writeRun(tx, deps, { ...run, runDate: parisDate(at) }, source);
  if (!written) throw new Error(`the unlent capital of property ${propertyId} was distributed before`);
  return { runId: run.id, holders: written.holders };
}
