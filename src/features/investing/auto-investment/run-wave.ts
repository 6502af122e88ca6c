// Runs one wave of automatic investment: candidates buy by rank, each at most once, also with concurrent runs or after
// a crash (A-auto-investment-4).

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { assertCompletedOnboarding, assertFullRights, type Customer, findCustomers } from '../../access/customers/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { type AutomaticBuyer, placeAutomaticPurchases } from '../primary-purchase/index.ts';
import {
  findStanding,
  type Handled,
  insertCandidates,
  listNextCandidates,
  markHandled,
  markRestSkipped,
  type StandingCandidate,
} from './candidate-queries.ts';
import { BOUGHT_MEANWHILE, INVESTMENT_PLAN_DISABLED } from './errors.ts';
import { markDone, markRunning, sumUpWave, type Wave } from './queries.ts';
import { describeWave } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>;

/** Candidates whose balances are read at the same time, before their purchases are written. */
const BATCH_SIZE = 50;
/** Purchases written in one transaction: buyers by hand wait for its lock of the property. */
const PLACED_TOGETHER = 25;

/**
 * Writes the candidates of a pending wave in one transaction, then works through them in batches until none waits, the funding
 * takes no more purchases, or `until` (performance.now()) is reached: the next run continues. Throws when the provider cannot be
 * read, which leaves the remaining candidates waiting. Returns whether the wave is finished (A-auto-investment-5).
 */
export async function runWave(deps: Deps, wave: Wave, until: number): Promise<boolean> {
  if (wave.status === 'pending') await begin(deps, wave);
  while (performance.now() < until) {
    const batch = await listNextCandidates(deps.db, wave.id, BATCH_SIZE);
    if (batch.length === 0) return finish(deps, wave);
    if (!deps.config.ENABLE_INVESTMENT_PLAN) await skipRest(deps, wave, INVESTMENT_PLAN_DISABLED);
    else
      await buyForBatch(
        deps,
        wave,
        batch.map(({ customerId }) => customerId),
      );
  }
  return false;
}

async function begin(deps: Deps, wave: Wave): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await markRunning(tx, wave.id, deps.clock.now())) await insertCandidates(tx, wave);
  });
}

async function buyForBatch(deps: Deps, wave: Wave, batch: readonly CustomerId[]): Promise<void> {
  const candidates = await readCandidates(deps, batch);
  for (let first = 0; first < candidates.length; first += PLACED_TOGETHER) {
    const isOver = await buyTogether(deps, wave, candidates.slice(first, first + PLACED_TOGETHER));
    if (isOver) return;
  }
}

/** A candidate with the balance at the provider in cents, or with the code that would refuse the same purchase by hand. */
type Candidate = { customerId: CustomerId } & ({ providerBalanceCents: Cents } | { reason: string });

/** Runs before any transaction. Throws when the provider is unavailable, so that the candidates keep waiting. */
async function readCandidates(deps: Deps, customerIds: readonly CustomerId[]): Promise<Candidate[]> {
  const customers = await findCustomers(deps.db, customerIds);
  return Promise.all(customerIds.map((customerId) => readCandidate(deps, customerId, customers.get(customerId))));
}

async function readCandidate(deps: Deps, customerId: CustomerId, customer: Customer | undefined): Promise<Candidate> {
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

/**
 * Writes the purchases of these candidates in their order, in the transaction that marks them: exactly once per investor and wave. Plan
 * and exclusion are judged under the lock of the property, as both may have changed since the wave began; candidates of another run
 * are left alone. True when no later candidate could buy either: the bricks are sold out, or the funding is closed.
 */
async function buyTogether(deps: Deps, wave: Wave, candidates: readonly Candidate[]): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const { propertyId } = wave;
    await lockProperty(tx, propertyId);
    const ids = candidates.map(({ customerId }) => customerId);
    const standing = new Map((await findStanding(tx, wave, ids)).map((one) => [one.customerId, one]));
    const waiting = candidates.filter(({ customerId }) => standing.has(customerId));
    const buyers = waiting.flatMap((candidate) => buyerOf(candidate, standing.get(candidate.customerId)));
    const { outcomes, over } = await placeAutomaticPurchases(tx, deps, { propertyId, buyers });
    const handled: Handled[] = [];
    for (const candidate of waiting) {
      const { customerId } = candidate;
      if ('reason' in candidate) handled.push(candidate);
      else if (standing.get(customerId)?.budgetCents === null) handled.push({ customerId, reason: INVESTMENT_PLAN_DISABLED });
      else {
        const outcome = outcomes.get(customerId);
        if (outcome === undefined) break;
        handled.push({ customerId, ...outcome });
      }
    }
    await markHandled(tx, wave.id, handled);
    if (over !== undefined) await markRestSkipped(tx, wave.id, over);
    return over !== undefined;
  });
}

/** None for a candidate who cannot buy whatever the funding and the wallet say. */
function buyerOf(candidate: Candidate, standing: StandingCandidate | undefined): AutomaticBuyer[] {
  if ('reason' in candidate || !standing || standing.budgetCents === null) return [];
  const { budgetCents, hasBought } = standing;
  return [{ ...candidate, budgetCents, refusal: hasBought ? BOUGHT_MEANWHILE : undefined }];
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
