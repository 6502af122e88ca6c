// Pays one echeance out to the holders of the property's bricks, in one transaction (payouts.md#coupon-run).

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses } from '../../../money/ledger/index.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import { lockSchedule } from '../payment-schedule/index.ts';
import { sumUnpaidLines } from './line-queries.ts';
import { type PayoutKind, purseOfKind } from './rules.ts';
import { undistributed } from './undistributed.ts';
import { writeRun } from './write-run.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/** Which echeance, in which period, and at what moment. */
export type Distribution = { kind: PayoutKind; propertyId: string; echeanceId: string; period: string; at: Temporal.Instant };

/** What was opened, cents; zeros when there was nothing to distribute. */
export type Distributed = { totalCents: number; taxCents: number; holders: number };

/** Why an echeance waits until somebody has looked; the message is for the team, in French. */
export class NotDistributable extends Error {}

const NOTHING: Distributed = { totalCents: 0, taxCents: 0, holders: 0 };

/**
 * 1. lock the schedule: what was received and not yet distributed is exact, and of the capital what is the holders'; 2. lock the
 * purse:
 * it has that much beside what other lines wait for; 3. write the run, its lines by largest remainder, and one payout each. The
 * money stays in COUPON or CAPITAL, which nothing else spends, until the provider has moved it (A-payouts-1). Run again in the same
 * period, nothing happens.
 */
export async function distribute(tx: Tx, deps: Deps, input: Distribution): Promise<Distributed> {
  const { kind, propertyId, echeanceId, period, at } = input;
  const schedule = await lockSchedule(tx, propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === echeanceId);
  if (!schedule || !echeance || schedule.spvId === null)
    throw new NotDistributable(`l’échéance ${echeanceId} n’a plus d’échéancier ou de SPV`);
  const totalCents = undistributed(kind, schedule, echeance);
  if (totalCents <= 0) return NOTHING;
  await assertInPurse(tx, { kind, propertyId, totalCents });
  const accountId = await findSpvAccount(tx, schedule.spvId);
  if (accountId === null) throw new NotDistributable(`le SPV du projet ${propertyId} n’a pas de portefeuille`);
  const run = { id: newId(), kind, propertyId, echeanceId, period, runDate: parisDate(at), totalCents, at };
  const written = await writeRun(tx, deps, run, { accountId, label: echeance.period, schedule });
  return written ? { totalCents, ...written } : NOTHING;
}

/** Never more than the project's own purse has: what the rows promise and the ledger lacks is a fault to look into, not to pay. */
async function assertInPurse(tx: Tx, due: { kind: PayoutKind; propertyId: string; totalCents: number }): Promise<void> {
  const { kind, propertyId, totalCents } = due;
  const purse = purseOfKind(kind);
  const balances = await lockPurses(tx, propertyId, [purse]);
  const freeCents = balances[purse] - (await sumUnpaidLines(tx, propertyId, purse));
  if (freeCents < totalCents)
    throw new NotDistributable(`${formatEuros(totalCents)} à distribuer, ${formatEuros(freeCents)} dans ${purse}`);
}
