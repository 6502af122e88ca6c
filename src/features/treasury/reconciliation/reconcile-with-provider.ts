// Compares every wallet with the provider: books money that had not been noticed, stores what still differs, and reports to the team.

import { bulkhead } from 'cockatiel';
import { inTransaction } from '../../../core/db/transaction.ts';
import { hasCode, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { bookWholeStatement, scanIncomingWires } from '../../investing/wallet/index.ts';
import { compareWithProvider, lastingDifferences, type ProviderDifference } from '../ledger-proof/index.ts';
import { syncPlatformMoney } from '../platform-money/index.ts';
import { closeUnseen, writeDifferences } from './queries.ts';
import { describeRun, type ReconciliationReport } from './rules.ts';
import { writeLastRun } from './run-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/** Accounts read at the same time. */
const MAX_AT_ONCE = 4;

/**
 * 1. read the wires of all accounts at once; 2. read all balances at once; 3. read each account with more money than booked alone, for
 * money that is no wire; 4. compare again, since money moves while we read: only a difference of the same kind at both readings is
 * reported, and stored as a row until a comparison does not find it any more (A-reconciliation-3). Freezes nothing (A-reconciliation-1).
 * A dry run books, stores and reports nothing.
 */
export async function reconcileWithProvider(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<ReconciliationReport> {
  const began = performance.now();
  const { report, comparedAt } = await reconcile(deps, dryRun);
  if (!dryRun) {
    const at = deps.clock.now();
    const text = describeRun(report, at);
    const { wallets, unread, failure } = report;
    const isComplete = failure === undefined && unread.length === 0;
    const durationMs = performance.now() - began;
    await inTransaction(deps.db, async (tx) => {
      await writeLastRun(tx, { at, durationMs, isComplete, wallets, unreadAccounts: unread.length });
      if (comparedAt) {
        await writeDifferences(tx, report.differences, comparedAt);
        await closeUnseen(tx, comparedAt);
      }
      await enqueueChatMessage(tx, deps, { channel: 'reconciliation', text });
    });
  }
  return report;
}

/** `comparedAt`: before the last reading of balances; undefined when it failed, so that no difference is opened or closed. */
type Compared = { report: ReconciliationReport; comparedAt?: Temporal.Instant };

async function reconcile(deps: Deps, dryRun: boolean): Promise<Compared> {
  const wires = await attempt(deps, 'incoming wires', () => scanIncomingWires(deps, { dryRun }));
  const failure = wires === undefined ? 'internal' : wires.failure;
  const common = { dryRun, ...(failure === undefined ? {} : { failure }) };
  let comparedAt = deps.clock.now();
  const first = await readBalances(deps);
  if (!first) {
    const nothing = { ok: false, wallets: 0, booked: wires?.booked ?? 0, differences: [], unread: [], failure: 'balances' };
    return { report: { ...common, ...nothing } };
  }
  const surplus = first.differences.filter(({ kind }) => kind === 'surplus').map(({ accountId }) => accountId);
  const synced = dryRun ? { booked: 0, unread: [] } : await bookSurplus(deps, surplus);
  if (first.differences.length > 0) comparedAt = deps.clock.now();
  const second = first.differences.length === 0 ? first : await readBalances(deps);
  const differences = second ? lastingDifferences(first.differences, second.differences) : first.differences;
  const isMissing = differences.some(({ kind }) => kind === 'missing');
  const report = {
    ...common,
    ok: !isMissing && second !== undefined && synced.unread.length === 0 && failure === undefined,
    wallets: first.wallets,
    booked: (wires?.booked ?? 0) + synced.booked,
    differences,
    unread: synced.unread,
    ...(second ? {} : { failure: 'balances' }),
  };
  return second ? { report, comparedAt } : { report };
}

/** Undefined when the provider's balances cannot be read; any other failure is ours and thrown. */
async function readBalances(deps: Deps): Promise<{ wallets: number; differences: ProviderDifference[] } | undefined> {
  try {
    return await compareWithProvider(deps);
  } catch (error) {
    if (!hasCode(error, INTERNAL_ERROR)) throw error;
    deps.log.warn({ err: error }, 'balances of the provider not read');
    return undefined;
  }
}

/** Reads each account alone and books what arrived there; accounts that fail are listed, and do not stop the others. */
async function bookSurplus(deps: Deps, accountIds: readonly string[]): Promise<{ booked: number; unread: string[] }> {
  const limit = bulkhead(MAX_AT_ONCE, accountIds.length);
  const readOne = async (accountId: string) => {
    const booked = await limit.execute(() => attempt(deps, accountId, () => bookAccount(deps, accountId)));
    return { accountId, booked };
  };
  const results = await Promise.all(accountIds.map(readOne));
  return {
    booked: results.reduce((sum, { booked }) => sum + (booked ?? 0), 0),
    unread: results.filter(({ booked }) => booked === undefined).map(({ accountId }) => accountId),
  };
}

/** Returns how many money-ins were new. Nothing is done for an SPV: its money only arrives by wire, which step 1 has booked. */
async function bookAccount(deps: Deps, accountId: string): Promise<number> {
  if (accountId === deps.config.PLATFORM_MAIN_ACCOUNT_ID) return syncPlatformMoney(deps);
  return bookWholeStatement(deps, accountId);
}

/** Undefined when it failed; the reason is logged. */
async function attempt<Result>(deps: Deps, what: string, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    deps.log.error({ err: error, what }, 'not reconciled');
    return undefined;
  }
}
