// Every wallet beside the provider's: books what arrived unnoticed, keeps what still differs and tells the team.

import { inTransaction } from '../../../core/db/transaction.ts';
import { hasCode, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { bookWholeStatement, scanIncomingWires } from '../../investing/wallet/index.ts';
import { compareWithProvider, lastingDifferences, type ProviderDifference } from '../ledger-proof/index.ts';
import { syncPlatformMoney } from '../platform-money/index.ts';
import { inParallel } from './in-parallel.ts';
import { closeUnseen, noteDifferences } from './queries.ts';
import { describeRun } from './report-text.ts';
import type { ReconciliationReport } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/** Accounts looked at side by side: the provider's answer is what takes time. */
const AT_ONCE = 4;

/**
 * 1. wires of all accounts in one reading; 2. all balances in one reading; 3. each account with more money than booked is
 * read alone, for what is no wire; 4. what differed is compared again, since money moves while we read: only what differs in
 * the same sense twice is told, and kept as a row until a comparison finds it no more (A-reconciliation-3). Freezes nothing
 * (A-reconciliation-1). A dry run books nothing, keeps nothing and tells nobody.
 */
export async function reconcileWithProvider(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<ReconciliationReport> {
  const { report, comparedAt } = await reconcile(deps, dryRun);
  if (!dryRun) {
    const text = describeRun(report, deps.clock.now());
    await inTransaction(deps.db, async (tx) => {
      if (comparedAt) {
        await noteDifferences(tx, report.differences, comparedAt);
        await closeUnseen(tx, comparedAt);
      }
      await enqueueChatMessage(tx, deps, { channel: 'reconciliation', text });
    });
  }
  return report;
}

/** `comparedAt`: before the reading that decided what lasts; undefined where there was none, and nothing may be opened or closed. */
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

/** Undefined when the provider does not tell its balances; anything else that fails is a fault of ours and thrown. */
async function readBalances(deps: Deps): Promise<{ wallets: number; differences: ProviderDifference[] } | undefined> {
  try {
    return await compareWithProvider(deps);
  } catch (error) {
    if (!hasCode(error, INTERNAL_ERROR)) throw error;
    deps.log.warn({ err: error }, 'balances of the provider not read');
    return undefined;
  }
}

/** Reads each account alone and books what arrived there; an account that fails is named and keeps none of the others. */
async function bookSurplus(deps: Deps, accountIds: readonly string[]): Promise<{ booked: number; unread: string[] }> {
  const results = await inParallel(accountIds, AT_ONCE, async (accountId) => ({
    accountId,
    booked: await attempt(deps, accountId, () => bookAccount(deps, accountId)),
  }));
  return {
    booked: results.reduce((sum, { booked }) => sum + (booked ?? 0), 0),
    unread: results.filter(({ booked }) => booked === undefined).map(({ accountId }) => accountId),
  };
}

/** Returns how many money-ins were new. An SPV's money comes by wire alone, which the first step has booked. */
async function bookAccount(deps: Deps, accountId: string): Promise<number> {
  if (accountId === deps.config.PLATFORM_MAIN_ACCOUNT_ID) return syncPlatformMoney(deps);
  return bookWholeStatement(deps, accountId);
}

/** Undefined when it failed; the log has the reason. */
async function attempt<Result>(deps: Deps, what: string, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    deps.log.error({ err: error, what }, 'not reconciled');
    return undefined;
  }
}
