// Compares every wallet with the provider: books money that had not been noticed, stores what still differs, and reports it.

import { bulkhead } from 'cockatiel';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, hasCode, INTERNAL_ERROR } from '../../../core/errors.ts';
import { defineSampler } from '../../../core/telemetry/metrics.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { readingPeriod } from '../../../providers/payments/index.ts';
import { bookWholeStatement, scanIncomingWires } from '../../investing/wallet/index.ts';
import { type Comparison, compareWithProvider, lastingDifferences, readProofState } from '../ledger-proof/index.ts';
import { syncPlatformMoney } from '../platform-money/index.ts';
import { closeUnseenMovements, findOpenedAt, findUnbooked, writeMovements } from './movement-queries.ts';
import { closeUnseen, countOpenDifferences, readLastRun, writeDifferences, writeLastRun } from './queries.ts';
import { describeRun, movementsOf, paymentOf, type ReconciliationReport, type UnknownMovement } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/** Accounts read at the same time. */
const MAX_AT_ONCE = 4;

/**
 * 1. read the wires of all accounts at once; 2. read all balances at once; 3. read each account with more money than booked separately, for
 * money that is no wire; 4. compare again, since money moves while we read: only a difference of the same kind at both readings is
 * reported, and stored as a row until a comparison does not find it any more; 5. list what moved on the wallets that
 * differ and is not in the books. Freezes nothing. A dry run books, stores and reports nothing.
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
        await writeMovements(tx, report.unknownMovements, comparedAt);
        // What could not be read may still be there.
        if (report.unread.length === 0) await closeUnseenMovements(tx, comparedAt);
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
    const nothing = { differences: [], unknownMovements: [], unread: [], failure: 'balances' };
    return { report: { ...common, ok: false, wallets: 0, booked: wires?.booked ?? 0, ...nothing } };
  }
  const surplus = first.differences.filter(({ kind }) => kind === 'surplus').map(({ accountId }) => accountId);
  const synced = dryRun ? { booked: 0, unread: [] } : await bookSurplus(deps, surplus);
  if (first.differences.length > 0) comparedAt = deps.clock.now();
  const second = first.differences.length === 0 ? first : await readBalances(deps);
  const differences = second ? lastingDifferences(first.differences, second.differences) : first.differences;
  const accountIds = [...differences.map(({ accountId }) => accountId), ...(second ?? first).strangers];
  const unknown = await findUnknownMovements(deps, accountIds, comparedAt);
  const unread = [...new Set([...synced.unread, ...unknown.unread])];
  const isMissing = differences.some(({ kind }) => kind === 'missing');
  const report = {
    ...common,
    ok: !isMissing && second !== undefined && unread.length === 0 && failure === undefined,
    wallets: first.wallets,
    booked: (wires?.booked ?? 0) + synced.booked,
    differences,
    unknownMovements: unknown.movements,
    unread,
    ...(second ? {} : { failure: 'balances' }),
  };
  return second ? { report, comparedAt } : { report };
}

/** Undefined when the provider's balances cannot be read; any other failure is ours and thrown. */
async function readBalances(deps: Deps): Promise<Comparison | undefined> {
  try {
    return await compareWithProvider(deps);
  } catch (error) {
    if (!hasCode(error, INTERNAL_ERROR)) throw error;
    deps.log.warn({ err: error }, 'balances of the provider not read');
    return undefined;
  }
}

/** Books what arrived on each account. */
async function bookSurplus(deps: Deps, accountIds: readonly string[]): Promise<{ booked: number; unread: string[] }> {
  const { read, unread } = await readEach(deps, accountIds, (accountId) => bookAccount(deps, accountId));
  return { booked: read.reduce((sum, { result }) => sum + result, 0), unread };
}

/**
 * Movements on these accounts up to `until` that the books do not know, since the last proof that found no wallet lacking money, or the
 * moment the difference was first found. The books are read after the statements: a payment is written before it is sent.
 */
async function findUnknownMovements(
  deps: Deps,
  accountIds: readonly string[],
  until: Temporal.Instant,
): Promise<{ movements: UnknownMovement[]; unread: string[] }> {
  if (accountIds.length === 0) return { movements: [], unread: [] };
  const { dailyAt } = await inTransaction(deps.db, readProofState);
  const openedAt = await findOpenedAt(deps.db, accountIds);
  const { read, unread } = await readEach(deps, accountIds, async (accountId) => {
    const { from } = readingPeriod(dailyAt ?? undefined, openedAt.get(accountId) ?? until);
    const statement = await deps.payments.listAccountTransactions(accountId, { from, to: until });
    if (statement.ok) return statement.value;
    if (statement.kind === 'not-found') return [];
    throw new AppError(INTERNAL_ERROR, { cause: statement });
  });
  const moved = movementsOf(read.map(({ accountId, result: lines }) => ({ accountId, lines })));
  const unbooked = await findUnbooked(
    deps.db,
    moved.map((movement) => ({ ...movement, paymentId: paymentOf(movement) })),
  );
  return { movements: unbooked.flatMap((position) => moved[position] ?? []), unread };
}

/** Reads each account separately, a few at a time; those that fail are listed, and do not stop the others. */
async function readEach<Result>(deps: Deps, accountIds: readonly string[], read: (accountId: string) => Promise<Result>) {
  const limit = bulkhead(MAX_AT_ONCE, accountIds.length);
  const readOne = async (accountId: string) => {
    const result = await limit.execute(() => attempt(deps, accountId, () => read(accountId)));
    return { accountId, result };
  };
  const results = await Promise.all(accountIds.map(readOne));
  return {
    read: results.flatMap(({ accountId, result }) => (result === undefined ? [] : [{ accountId, result }])),
    unread: results.filter(({ result }) => result === undefined).map(({ accountId }) => accountId),
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

export const reconciliationSampler = defineSampler({
  name: 'reconciliation',
  gauges: {
    mortar_reconciliation_last_run_timestamp_seconds: { help: 'When the last reconciliation ended.' },
    mortar_reconciliation_complete: { help: 'Whether the last reconciliation could read everything, 1 or 0.' },
    mortar_reconciliation_wallets: { help: 'Wallets that the last reconciliation compared.' },
    mortar_reconciliation_unread_accounts: { help: 'Accounts that the last reconciliation could not read alone.' },
    mortar_reconciliation_duration_seconds: { help: 'How long the last reconciliation took.' },
    mortar_reconciliation_open_differences: {
      help: 'Differences with the provider that are open, by kind: missing or surplus money there.',
      labels: ['kind'],
    },
  },
  read: async ({ db }: Pick<AppDeps, 'db'>) => {
    const [run, differences] = await Promise.all([readLastRun(db), countOpenDifferences(db)]);
    const of = (value: number | undefined) => (value === undefined ? [] : [{ value }]);
    return {
      mortar_reconciliation_last_run_timestamp_seconds: of(run && run.at.epochMilliseconds / 1000),
      mortar_reconciliation_complete: of(run && Number(run.isComplete)),
      mortar_reconciliation_wallets: of(run?.wallets),
      mortar_reconciliation_unread_accounts: of(run?.unreadAccounts),
      mortar_reconciliation_duration_seconds: of(run && run.durationMs / 1000),
      mortar_reconciliation_open_differences: differences.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    };
  },
});
