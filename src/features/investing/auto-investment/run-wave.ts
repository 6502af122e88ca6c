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
import { type AutomaticBuyer, NOT_ENOUGH_BRICKS, placeAutomaticPurchases } from '../primary-purchase/index.ts';
import { type FundsReading, readBooksThenBalance } from '../wallet/index.ts';
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
 * whose money moves twice meanwhile, are passed over and read again by the next run. Throws when the provider cannot be read at all, which leaves
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
    else await buyForBatch(deps, wave, batch);
  }
  return false;
}

async function begin(deps: Deps, wave: Wave): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await markRunning(tx, wave.id, deps.clock.now())) await insertCandidates(tx, wave);
  });
}

/** Whose money moved is read again, once, before anybody after them buys. */
async function buyForBatch(deps: Deps, wave: Wave, batch: readonly Ranked[]): Promise<void> {
  let candidates = await readCandidates(deps, wave, batch);
  while (candidates.length > 0) {
    const together = candidates.slice(0, PLACED_TOGETHER);
    const { isOver, moved } = await buyTogether(deps, wave, together);
    if (isOver) return;
    const movedAt = together.findIndex(({ customerId }) => customerId === moved?.customerId);
    if (moved === undefined) candidates = candidates.slice(PLACED_TOGETHER);
    else {
      const again = await readCandidates(deps, wave, [moved]);
      candidates = [...again.map((one) => ({ ...one, isReadAgain: true })), ...candidates.slice(movedAt + 1)];
    }
  }
}

type Ranked = { customerId: CustomerId; rank: number };

/** What the books and the provider have, or the code that would refuse the same purchase by hand. */
type Read = { funds: FundsReading } | { reason: string };
type Candidate = Ranked & { isReadAgain: boolean } & Read;

/** Runs before any transaction. Throws when the provider cannot be read, so that the candidates keep waiting. */
async function readCandidates(deps: Deps, wave: Wave, batch: readonly Ranked[]): Promise<Candidate[]> {
  const customers = await findCustomers(
    deps.db,
    batch.map(({ customerId }) => customerId),
  );
  const read = await Promise.all(
    batch.map(async ({ customerId, rank }) => {
      const found = await readCandidate(deps, customerId, customers.get(customerId));
      return { customerId, candidate: found && { customerId, rank, isReadAgain: false, ...found } };
    }),
  );
  const unread = read.filter(({ candidate }) => candidate === undefined).map(({ customerId }) => customerId);
  if (unread.length > 0) {
    await assertProviderAnswers(deps);
    await passOver(deps, wave, unread);
  }
  return read.flatMap(({ candidate }) => candidate ?? []);
}

/** Undefined when the account could not be read now. */
async function readCandidate(deps: Deps, customerId: CustomerId, customer: Customer | undefined): Promise<Read | undefined> {
  if (!customer) return { reason: FORBIDDEN };
  try {
    assertCompletedOnboarding(customer);
    assertFullRights(customer);
  } catch (error) {
    if (error instanceof AppError) return { reason: error.code };
    throw error;
  }
  const { books, balance: account } = await readBooksThenBalance({
    readBooks: () => readWalletWithSent(deps.db, customerId),
    readBalance: () => deps.payments.getAccount(customerId),
  });
  if (account.ok) return { funds: { ...books, providerBalanceCents: account.value.balanceCents } };
  if (account.kind === 'not-found') return { reason: ACCOUNT_NOT_COMPLETED };
  return account.kind === 'unavailable' || account.kind === 'unauthorized' ? undefined : { reason: INTERNAL_ERROR };
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
 * or of a wave that was ended, are left as they are. `isOver`: no later candidate could buy either, as the bricks are sold out or the funding
 * is closed. `moved`: has to be read again, and nobody after them has bought.
 */
async function buyTogether(
  deps: Deps,
  wave: Wave,
  candidates: readonly Candidate[],
): Promise<{ isOver: boolean; moved: Candidate | undefined }> {
  return inTransaction(deps.db, async (tx) => {
    const { propertyId } = wave;
    await lockProperty(tx, propertyId);
    const ids = candidates.map(({ customerId }) => customerId);
    const standing = new Map((await findStanding(tx, wave, ids)).map((one) => [one.customerId, one]));
    const waiting = candidates.filter(({ customerId }) => standing.has(customerId));
    const buyers = waiting.flatMap((candidate) => buyerOf(candidate, standing.get(candidate.customerId)));
    const { outcomes, over } = await placeAutomaticPurchases(tx, deps, { propertyId, buyers });
    const handled: Handled[] = [];
    let moved: Candidate | undefined;
    let rest: Candidate | undefined;
    for (const candidate of waiting) {
      const { customerId, isReadAgain } = candidate;
      const outcome = reasonOf(candidate, standing.get(customerId)) ?? outcomes.get(customerId);
      if (outcome === 'moved' && !isReadAgain) moved = candidate;
      else if (outcome === undefined) rest = candidate;
      else if (outcome !== 'moved') handled.push({ customerId, ...outcome });
      if (moved ?? rest) break;
    }
    await markHandled(tx, wave.id, handled);
    // Bricks may come free again: who comes before the first that found none is still to be read. A funding that is over is over for all.
    const fromRank = over === NOT_ENOUGH_BRICKS ? rest?.rank : undefined;
    if (over !== undefined) await markRestSkipped(tx, wave.id, { reason: over, fromRank });
    return { isOver: over !== undefined, moved };
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
  await inTransaction(deps.db, (tx) => markRestSkipped(tx, wave.id, { reason }));
}

async function finish(deps: Deps, wave: Wave): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await markDone(tx, wave.id, deps.clock.now()))) return false;
    const text = describeWave({ ...(await sumUpWave(tx, wave)), isStopped: false });
    await enqueueChatMessage(tx, deps, { channel: 'automatic-investment', text });
    return true;
  });
}
