// Runs one wave of automatic investment: candidates buy by rank, each at most once, also with concurrent runs or after
// a crash.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWalletWithSent } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import {
  ACCOUNT_NOT_COMPLETED,
  assertCompletedOnboarding,
  assertFullRights,
  type Customer,
  findCustomers,
} from '../../access/customers/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { type AutomaticBuyer, placeAutomaticPurchases } from '../primary-purchase/index.ts';
import type { FundsReading } from '../wallet/index.ts';
import { ACCOUNT_NOT_READ, BOUGHT_MEANWHILE, INVESTMENT_PLAN_DISABLED, PLAN_DOES_NOT_FIT } from './errors.ts';
import {
  findStanding,
  type Handled,
  insertCandidates,
  listNextCandidates,
  markDone,
  markHandled,
  markRestSkipped,
  markRunning,
  markUnread,
  type StandingCandidate,
  sumUpWave,
  type Wave,
} from './queries.ts';
import { describeUnread, describeWave } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>;

/** Candidates whose balances are read at the same time, before their purchases are written. */
const BATCH_SIZE = 50;
/** Purchases written in one transaction: buyers by hand wait for its lock of the property. */
const PLACED_TOGETHER = 25;
/** Runs in which the account of a candidate could not be read, before the wave leaves them out. */
const MOST_UNREAD = 5;
/** Investors whom the message of unread accounts names. */
const NAMED = 5;

/**
 * Writes the candidates of a pending wave in one transaction, then goes through those that wait, once, in batches, until the funding
 * takes no more purchases or `until` (performance.now()) is reached: the next run continues. Candidates whose account cannot be read, or
 * whose money moves meanwhile, are passed over and read again by the next run. Throws when the provider cannot be read at all, which leaves
 * the remaining candidates waiting. Returns whether this run finished the wave.
 */
export async function runWave(deps: Deps, wave: Wave, until: number): Promise<boolean> {
  if (wave.status === 'pending') await begin(deps, wave);
  let afterRank = 0;
  while (performance.now() < until) {
    const batch = await listNextCandidates(deps.db, wave.id, { afterRank, limit: BATCH_SIZE });
    const last = batch.at(-1);
    if (!last) return finish(deps, wave);
    afterRank = last.rank;
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
  const { candidates, unread } = await readCandidates(deps, batch);
  if (unread.length > 0) await passOver(deps, wave, unread);
  for (let first = 0; first < candidates.length; first += PLACED_TOGETHER) {
    const isOver = await buyTogether(deps, wave, candidates.slice(first, first + PLACED_TOGETHER));
    if (isOver) return;
  }
}

/** A candidate with what the books and the provider have, or with the code that would refuse the same purchase by hand. */
type Candidate = { customerId: CustomerId } & ({ funds: FundsReading } | { reason: string });

/** Runs before any transaction. Throws when the provider cannot be read, so that the candidates keep waiting. */
async function readCandidates(
  deps: Deps,
  customerIds: readonly CustomerId[],
): Promise<{ candidates: Candidate[]; unread: CustomerId[] }> {
  const customers = await findCustomers(deps.db, customerIds);
  const read = await Promise.all(
    customerIds.map(
      async (customerId) => [customerId, await readCandidate(deps, customerId, customers.get(customerId))] as const,
    ),
  );
  const unread = read.filter(([, candidate]) => candidate === undefined).map(([customerId]) => customerId);
  if (unread.length > 0) await assertProviderAnswers(deps);
  return { candidates: read.flatMap(([, candidate]) => candidate ?? []), unread };
}

/** Undefined when the account could not be read now. */
async function readCandidate(deps: Deps, customerId: CustomerId, customer: Customer | undefined): Promise<Candidate | undefined> {
  if (!customer) return { customerId, reason: FORBIDDEN };
  try {
    assertCompletedOnboarding(customer);
    assertFullRights(customer);
  } catch (error) {
    if (error instanceof AppError) return { customerId, reason: error.code };
    throw error;
  }
  const wallet = await readWalletWithSent(deps.db, customerId);
  const account = await deps.payments.getAccount(customerId);
  if (account.ok) return { customerId, funds: { ...wallet, providerBalanceCents: account.value.balanceCents } };
  if (account.kind === 'not-found') return { customerId, reason: ACCOUNT_NOT_COMPLETED };
  return account.kind === 'unavailable' || account.kind === 'unauthorized' ? undefined : { customerId, reason: INTERNAL_ERROR };
}

/** Asks the provider for our own account: while it is out of reach, no candidate loses their place. */
async function assertProviderAnswers({ payments, config }: Deps): Promise<void> {
  const account = await payments.getAccount(config.PLATFORM_MAIN_ACCOUNT_ID);
  if (!account.ok) throw new Error(`the provider is out of reach: ${account.message}`);
}

/** The wave goes on without them; the next runs read them again, and the team is notified once. */
async function passOver(deps: Deps, wave: Wave, unread: readonly CustomerId[]): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const failed = { customerIds: unread, most: MOST_UNREAD, reason: ACCOUNT_NOT_READ, at };
    const { customerIds, isFirst } = await markUnread(tx, wave.id, failed);
    if (!isFirst) return;
    const named = customerIds.slice(0, NAMED);
    const text = describeUnread({ propertyName: wave.propertyName, count: customerIds.length, named, most: MOST_UNREAD });
    await enqueueChatMessage(tx, deps, { channel: 'automatic-investment', text });
  });
}

/**
 * Writes the purchases of these candidates in their order, in the transaction that marks them: exactly once per investor and wave. Plan,
 * offer and exclusion are checked under the lock of the property, as all may have changed since the wave began; candidates of another run,
 * or of a wave that was ended, are left as they are. True when no later candidate could buy either: the bricks are sold out, or the funding
 * is closed.
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
      const outcome = reasonOf(candidate, standing.get(customerId)) ?? outcomes.get(customerId);
      if (outcome === undefined) break;
      if (outcome !== 'moved') handled.push({ customerId, ...outcome });
    }
    await markHandled(tx, wave.id, handled);
    if (over !== undefined) await markRestSkipped(tx, wave.id, over);
    return over !== undefined;
  });
}

/** Why a candidate cannot buy at all, from any funding or wallet. */
function reasonOf(candidate: Candidate, standing: StandingCandidate | undefined): { reason: string } | undefined {
  if ('reason' in candidate) return { reason: candidate.reason };
  if (!standing || standing.misfit === null) return undefined;
  return { reason: standing.misfit === 'off' ? INVESTMENT_PLAN_DISABLED : PLAN_DOES_NOT_FIT };
}

function buyerOf(candidate: Candidate, standing: StandingCandidate | undefined): AutomaticBuyer[] {
  if ('reason' in candidate || !standing || standing.misfit !== null) return [];
  const { budgetCents, hasBought } = standing;
  return [{ ...candidate, budgetCents, refusal: hasBought ? BOUGHT_MEANWHILE : undefined }];
}

async function skipRest(deps: Deps, wave: Wave, reason: string): Promise<void> {
  await inTransaction(deps.db, (tx) => markRestSkipped(tx, wave.id, reason));
}

async function finish(deps: Deps, wave: Wave): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await markDone(tx, wave.id, deps.clock.now()))) return false;
    const text = describeWave({ ...(await sumUpWave(tx, wave)), isStopped: false });
    await enqueueChatMessage(tx, deps, { channel: 'automatic-investment', text });
    return true;
  });
}
