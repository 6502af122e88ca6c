// Runs one wave of automatic investment: candidates buy by rank, each at most once, also with concurrent runs or after a crash.

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { assertCompletedOnboarding, assertFullRights, findCustomer } from '../../access/customers/index.ts';
import {
  availableBricks,
  FUNDING_NOT_OPEN,
  findPropertyForPurchase,
  NOT_ENOUGH_BRICKS,
  placePurchase,
} from '../primary-purchase/index.ts';
import {
  findBudget,
  hasExcludingPurchase,
  insertCandidates,
  listNextCandidates,
  markPurchased,
  markRestSkipped,
  markSkipped,
  sumBudgets,
} from './candidate-queries.ts';
import { BOUGHT_MEANWHILE, INVESTMENT_PLAN_DISABLED } from './errors.ts';
import { markDone, markRunning, sumUpWave, type Wave } from './queries.ts';
import { describeWave } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>;

/** Candidates whose balances are read at the same time, before their purchases are written. */
const BATCH_SIZE = 50;
/** Purchases written at the same time while there are bricks for everybody; as the end comes near, one by one in their order. */
const PURCHASES_AT_ONCE = 4;

/**
 * Writes the candidates of a pending wave in one transaction, then works through them in batches until none waits, the funding
 * takes no more purchases, or `until` (performance.now()) is reached: the next run continues. Throws when the provider cannot be
 * read, which leaves the remaining candidates waiting. Returns whether the wave is finished.
 */
export async function runWave(deps: Deps, wave: Wave, until: number): Promise<boolean> {
  if (wave.status === 'pending') await begin(deps, wave);
  while (performance.now() < until) {
    const batch = await listNextCandidates(deps.db, wave.id, BATCH_SIZE);
    if (batch.length === 0) return finish(deps, wave);
    if (!deps.config.ENABLE_INVESTMENT_PLAN) await skipRest(deps, wave, INVESTMENT_PLAN_DISABLED);
    else await buyForBatch(deps, wave, batch);
  }
  return false;
}

async function begin(deps: Deps, wave: Wave): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await markRunning(tx, wave.id, deps.clock.now())) await insertCandidates(tx, wave);
  });
}

async function buyForBatch(deps: Deps, wave: Wave, batch: readonly { customerId: CustomerId }[]): Promise<void> {
  const candidates = await Promise.all(batch.map(({ customerId }) => readCandidate(deps, customerId)));
  const atOnce = (await hasBricksForAll(deps, wave, batch)) ? PURCHASES_AT_ONCE : 1;
  const waiting = candidates.values();
  let isOver = false;
  const buyInTurn = async () => {
    for (const candidate of waiting) {
      if (isOver) return;
      const reason = 'reason' in candidate ? candidate.reason : await tryToBuy(deps, wave, candidate);
      if (reason === undefined) continue;
      // No later candidate could buy either: the bricks are sold out, or the funding is closed.
      if (reason === NOT_ENOUGH_BRICKS || reason === FUNDING_NOT_OPEN) {
        isOver = true;
        return skipRest(deps, wave, reason);
      }
      await inTransaction(deps.db, (tx) => markSkipped(tx, wave.id, { customerId: candidate.customerId, reason }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, buyInTurn));
}

/** Whether the order within the batch decides nothing: there are bricks for the whole budget of everybody. */
async function hasBricksForAll({ db }: Deps, wave: Wave, batch: readonly { customerId: CustomerId }[]): Promise<boolean> {
  const property = await findPropertyForPurchase(db, wave.propertyId);
  if (!property?.totalBricks || !property.brickPriceCents) return false;
  const budgetsCents = await sumBudgets(
    db,
    batch.map(({ customerId }) => customerId),
  );
  return availableBricks({ ...property, totalBricks: property.totalBricks }) * property.brickPriceCents >= budgetsCents;
}

/** A candidate with the balance at the provider in cents, or with the code that would refuse the same purchase by hand. */
type Candidate = { customerId: CustomerId } & ({ providerBalanceCents: Cents } | { reason: string });

/** Runs before any transaction. Throws when the provider is unavailable, so that the candidate keeps waiting. */
async function readCandidate(deps: Deps, customerId: CustomerId): Promise<Candidate> {
  const customer = await findCustomer(deps.db, customerId);
  if (!customer) return { customerId, reason: FORBIDDEN };
  try {
    assertCompletedOnboarding(customer);
    assertFullRights(customer);
  } catch (error) {
    if (error instanceof AppError) return { customerId, reason: error.code };
    throw error;
  }
  const account = await deps.payments.getAccount(customerId);
  if (account.ok) return { customerId, providerBalanceCents: account.value.balanceCents };
  if (account.kind === 'unavailable' || account.kind === 'unauthorized')
    throw new Error(`balance of ${customerId} not read: ${account.message}`);
  return { customerId, reason: INTERNAL_ERROR };
}

type PayingCandidate = { customerId: CustomerId; providerBalanceCents: Cents };

/** Code of the refusal; undefined when the purchase is written, or another run has handled the candidate. */
async function tryToBuy(deps: Deps, wave: Wave, candidate: PayingCandidate): Promise<string | undefined> {
  try {
    await buy(deps, wave, candidate);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/**
 * Writes the purchase in the transaction that marks the candidate: exactly once per investor and wave. Plan and exclusion are checked
 * again, as both may have changed since the wave began; a purchase that comes in between changes the wallet, and everything is judged
 * once more. Throws the refusal, also for a candidate that another run has bought for; one that still waits goes on waiting.
 */
async function buy(deps: Deps, wave: Wave, { customerId, providerBalanceCents }: PayingCandidate): Promise<void> {
  const { propertyId, contractType } = wave;
  await inTransaction(deps.db, async (tx) => {
    const budgetCents = await findBudget(tx, customerId, contractType);
    if (budgetCents === undefined) throw new AppError(INVESTMENT_PLAN_DISABLED);
    const alsoJudge = async () => {
      if (await hasExcludingPurchase(tx, wave, customerId)) throw new AppError(BOUGHT_MEANWHILE);
    };
    const purchase = await placePurchase(tx, deps, { customerId, propertyId, providerBalanceCents, budgetCents, alsoJudge });
    if (!(await markPurchased(tx, wave.id, customerId, purchase.id))) throw new AppError(BOUGHT_MEANWHILE);
  });
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
