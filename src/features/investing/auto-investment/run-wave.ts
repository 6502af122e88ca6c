// One wave, from where it stands to its end: candidates in their order, each once, whoever died or runs beside.

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { FUNDING_NOT_OPEN, NOT_ENOUGH_BRICKS } from '../primary-purchase/index.ts';
import { buyForCandidate } from './buy-for-candidate.ts';
import { INVESTMENT_PLAN_DISABLED } from './plan-errors.ts';
import {
  insertCandidates,
  listNextCandidates,
  markDone,
  markRestSkipped,
  markRunning,
  markSkipped,
  sumUpWave,
  type Wave,
} from './queries.ts';
import { readCandidate } from './read-candidate.ts';
import { describeWave } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>;

/** Candidates whose balances are read side by side before their purchases are written one by one. */
const SLICE = 20;

/**
 * A pending wave first gets its candidates, all in one transaction. Then slice by slice until nobody waits, the funding takes
 * no more, or `until` (performance.now()) has come: the next run goes on. Throws when the provider cannot be read: the wave
 * waits where it is. Returns whether it is finished.
 */
export async function runWave(deps: Deps, wave: Wave, until: number): Promise<boolean> {
  if (wave.status === 'pending') await begin(deps, wave);
  while (performance.now() < until) {
    const next = await listNextCandidates(deps.db, wave.id, SLICE);
    if (next.length === 0) return finish(deps, wave);
    if (!deps.config.ENABLE_INVESTMENT_PLAN) await skipRest(deps, wave, INVESTMENT_PLAN_DISABLED);
    else await buyForSlice(deps, wave, next);
  }
  return false;
}

async function begin(deps: Deps, wave: Wave): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await markRunning(tx, wave.id, deps.clock.now())) await insertCandidates(tx, wave);
  });
}

async function buyForSlice(deps: Deps, wave: Wave, slice: readonly { customerId: string }[]): Promise<void> {
  const readings = await Promise.all(slice.map(({ customerId }) => readCandidate(deps, customerId)));
  for (const reading of readings) {
    const reason = 'reason' in reading ? reading.reason : await tryToBuy(deps, wave, reading);
    if (reason === undefined) continue;
    // Nobody after this one could buy either: sold out, or the funding takes no purchases (any more).
    if (reason === NOT_ENOUGH_BRICKS || reason === FUNDING_NOT_OPEN) return skipRest(deps, wave, reason);
    await inTransaction(deps.db, (tx) => markSkipped(tx, wave.id, { customerId: reading.customerId, reason }));
  }
}

/** Code of the refusal; undefined when the purchase is written, or somebody else dealt with the candidate. */
async function tryToBuy(
  deps: Deps,
  wave: Wave,
  candidate: { customerId: string; providerBalanceCents: number },
): Promise<string | undefined> {
  try {
    await buyForCandidate(deps, wave, candidate);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function skipRest(deps: Deps, wave: Wave, reason: string): Promise<void> {
  await inTransaction(deps.db, (tx) => markRestSkipped(tx, wave.id, reason));
}

async function finish(deps: Deps, wave: Wave): Promise<boolean> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await markDone(tx, wave.id, deps.clock.now()))) return;
    const text = describeWave(await sumUpWave(tx, wave));
    await enqueueChatMessage(tx, deps, { channel: 'automatic-investment', text });
  });
  return true;
}
