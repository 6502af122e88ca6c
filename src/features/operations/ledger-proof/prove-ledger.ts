// The proof of the ledger: what is new since the last one, or all of it by several connections; and the last proofs as metrics.

import type { Cents } from '../../../core/cents.ts';
import { databaseUrl } from '../../../core/db/access.ts';
import { createDatabase, createPool, type Database } from '../../../core/db/pool.ts';
import { inTransaction, type Tx, tryLockKey } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import { defineSampler, type Sample } from '../../../core/telemetry/metrics.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  countCheckpoints,
  exportSnapshot,
  findBrokenChain,
  findChangedBlock,
  findWrongSums,
  hasMorePostings,
  importSnapshot,
  readProofState,
  saveCheckpoint,
} from './checkpoint-queries.ts';
import { INVARIANTS } from './invariant-queries.ts';
import { PURSE_INVARIANTS } from './purse-queries.ts';
import { type KnownWallet, listKnownWallets, listProofRuns, type ProofRun, sumOfBalances } from './queries.ts';
import { type Checked, checked, isSound, lastingDifferences, type ProviderDifference, type Violation } from './rules.ts';
import { changedSince, EVERYTHING, findViolations, type Invariant, MAX_VIOLATIONS, type Position } from './scope-queries.ts';

/**
 * `ok`: every invariant holds and no wallet lacks money at the provider. `scope`: whether everything was looked at, or what changed
 * since the last proof that found nothing (`since`). `totalCents`: all accounts together, zero.
 */
export type LedgerProof = {
  ok: boolean;
  at: string;
  scope: 'everything' | 'changes';
  since: string | null;
  invariants: Checked[];
  providerDifferences: ProviderDifference[];
  totalCents: Cents;
};

/** Every invariant that is a query. */
const QUERIED: readonly Invariant[] = [...INVARIANTS, ...PURSE_INVARIANTS];
/** The invariant of the checkpoints; the whole proof adds what the postings before them are now. */
const CHECKPOINTS_HOLD = 'sealed-postings-are-unchanged';
/** Held by the proof that saves, so that two at once do not undo each other. */
const PROOF_LOCK = 'saving proof';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>;

/**
 * Checks all invariants, and compares with the provider's balances, as far as something changed since the last proof; everything until a
 * proof has found nothing (ADR 0018 says what is seen). With `save`, a proof that finds nothing is where the next one begins; of two at
 * once one saves.
 */
export async function proveLedger(deps: Deps, { save = false }: { save?: boolean } = {}): Promise<LedgerProof> {
  const before = await inTransaction(deps.db, readProofState);
  const { position: saved, dailyAt: since } = before;
  const providerDifferences = await readDifferences(deps, saved && since ? { after: saved, since } : undefined);
  return inTransaction(
    deps.db,
    async (tx) => {
      const canSave = save && (await tryLockKey(tx, PROOF_LOCK));
      const { position, dailyAt } = await readProofState(tx);
      const scope = position ? changedSince(position) : EVERYTHING;
      const invariants: Checked[] = [];
      for (const invariant of QUERIED) invariants.push(checked(invariant.name, await findViolations(tx, invariant, scope)));
      invariants.push(checked(CHECKPOINTS_HOLD, await findBrokenChain(tx)));
      const at = deps.clock.now();
      const ok = isSound(invariants, providerDifferences);
      // What was not looked at whole is never saved as if it had been.
      if (ok && canSave && position) await saveCheckpoint(tx, { at, isWhole: false });
      return {
        ok,
        at: at.toString(),
        scope: position ? 'changes' : 'everything',
        since: position ? (dailyAt?.toString() ?? null) : null,
        invariants,
        providerDifferences,
        totalCents: await sumOfBalances(tx),
      };
    },
    'repeatable read',
  );
}

type WholeDeps = Pick<AppDeps, 'clock' | 'config' | 'payments' | 'log' | 'db'>;
/** A part of an invariant; those of one name are one invariant. */
type Part = { name: string; part: string; find: (tx: Tx) => Promise<Violation[]> };

/** A ledger with fewer postings is proved by the one connection that holds the snapshot: opening others would take longer. */
const MANY_POSTINGS = 100_000;
/** Connections of the proof of a larger one, beside the one that holds the snapshot. */
const CONNECTIONS = 3;
/** Nobody waits for it, and a statement may read everything that ever happened. */
const WAITS = { connectionMs: 30_000, lockMs: 30_000, statementMs: 30 * 60_000 };
const BLOCKS_PER_PART = 10;

/**
 * Checks every invariant on all rows, every checkpoint against its postings, and all balances at the provider. That of a large ledger has its own
 * connections and limits; the log says how far it is. With `save`, a proof that finds nothing is where the next one begins.
 */
export async function proveWholeLedger(deps: WholeDeps, { save = false }: { save?: boolean } = {}): Promise<LedgerProof> {
  if (!(await hasMorePostings(deps.db, MANY_POSTINGS)))
    return prove(deps, deps.db, save, async (tx, parts) => proveParts(deps, parts, { connections: 1, look: (find) => find(tx) }));
  const url = databaseUrl(deps.config);
  const pool = createPool({ url, size: CONNECTIONS + 1, name: 'mortar ledger proof', log: deps.log, waits: WAITS });
  const db = createDatabase(pool);
  try {
    return await prove(deps, db, save, async (tx, parts) => {
      const snapshot = await exportSnapshot(tx);
      const look: Look = (find) =>
        inTransaction(
          db,
          async (tx) => {
            await importSnapshot(tx, snapshot);
            return find(tx);
          },
          'repeatable read',
        );
      return proveParts(deps, parts, { connections: CONNECTIONS, look });
    });
  } finally {
    await db.destroy();
  }
}

async function prove(
  deps: WholeDeps,
  db: Database,
  save: boolean,
  check: (tx: Tx, parts: readonly Part[]) => Promise<Checked[]>,
): Promise<LedgerProof> {
  const providerDifferences = await readDifferences(deps);
  return inTransaction(
    db,
    async (tx) => {
      const canSave = save && (await tryLockKey(tx, PROOF_LOCK));
      const invariants = await check(tx, await listParts(tx));
      const at = deps.clock.now();
      const ok = isSound(invariants, providerDifferences);
      const totalCents = await sumOfBalances(tx);
      if (ok && canSave) {
        const blocks = await saveCheckpoint(tx, { at, isWhole: true });
        deps.log.info({ blocks }, 'ledger checkpoint saved');
      }
      return { ok, at: at.toString(), scope: 'everything', since: null, invariants, providerDifferences, totalCents };
    },
    'repeatable read',
  );
}

/** The invariants one by one, and the checkpoints some blocks at a time. */
async function listParts(tx: Tx): Promise<Part[]> {
  const { position } = await readProofState(tx);
  const parts: Part[] = QUERIED.map((invariant) => ({
    name: invariant.name,
    part: 'all rows',
    find: (tx) => findViolations(tx, invariant, EVERYTHING),
  }));
  parts.push({ name: CHECKPOINTS_HOLD, part: 'chain', find: findBrokenChain });
  parts.push({ name: CHECKPOINTS_HOLD, part: 'sums of accounts', find: (tx) => findWrongSums(tx, position) });
  const checkpoints = await countCheckpoints(tx);
  for (let first = 1; first <= checkpoints; first += BLOCKS_PER_PART) {
    const last = Math.min(first + BLOCKS_PER_PART - 1, checkpoints);
    parts.push({ name: CHECKPOINTS_HOLD, part: `blocks ${first} to ${last}`, find: (tx) => findChangedBlocks(tx, first, last) });
  }
  return parts;
}

async function findChangedBlocks(tx: Tx, first: number, last: number): Promise<Violation[]> {
  const found: Violation[] = [];
  for (let number = first; number <= last; number += 1) found.push(...(await findChangedBlock(tx, number)));
  return found;
}

/** Looks for violations in the snapshot of the proof. */
type Look = (find: Part['find']) => Promise<Violation[]>;

/** Each connection takes the next part that nobody has taken. */
async function proveParts(
  { log }: Pick<WholeDeps, 'log'>,
  parts: readonly Part[],
  { connections, look }: { connections: number; look: Look },
): Promise<Checked[]> {
  const violations = new Map<string, Violation[]>(parts.map(({ name }) => [name, []]));
  let next = 0;
  let done = 0;
  const takeParts = async () => {
    for (let part = parts[next++]; part !== undefined; part = parts[next++]) {
      const { name, part: which, find } = part;
      const began = performance.now();
      const found = await look(find);
      violations.get(name)?.push(...found);
      done += 1;
      const durationMs = Math.round(performance.now() - began);
      log.info({ invariant: name, part: which, violations: found.length, durationMs, done, of: parts.length }, 'ledger proof');
    }
  };
  await Promise.all(Array.from({ length: connections }, takeParts));
  return [...violations].map(([name, found]) => checked(name, found.slice(0, MAX_VIOLATIONS)));
}

const labels = ['scope'];

export const ledgerProofSampler = defineSampler({
  name: 'proof',
  gauges: {
    mortar_ledger_proof_last_run_timestamp_seconds: {
      help: 'When the last proof ended, by scope: changes (every night) or everything (every week).',
      labels,
    },
    mortar_ledger_proof_sound: { help: 'Whether the last proof found nothing, 1 or 0.', labels },
    mortar_ledger_proof_violations: { help: 'Violations of invariants that the last proof found.', labels },
    mortar_ledger_proof_wallets_missing_money: {
      help: 'Wallets with less at the provider than in the books, by the last proof.',
      labels,
    },
    mortar_ledger_proof_duration_seconds: { help: 'How long the last proof took.', labels },
  },
  read: async ({ db }: Pick<AppDeps, 'db'>) => {
    const runs = await listProofRuns(db);
    const each = (value: (run: ProofRun) => number): Sample[] =>
      runs.map((run) => ({ labels: { scope: run.scope }, value: value(run) }));
    return {
      mortar_ledger_proof_last_run_timestamp_seconds: each(({ at }) => at.epochMilliseconds / 1000),
      mortar_ledger_proof_sound: each(({ isSound }) => Number(isSound)),
      mortar_ledger_proof_violations: each(({ violations }) => violations),
      mortar_ledger_proof_wallets_missing_money: each(({ walletsMissingMoney }) => walletsMissingMoney),
      mortar_ledger_proof_duration_seconds: each(({ durationMs }) => durationMs / 1000),
    };
  },
});

/** `wallets` counts those of our books that were compared. `strangers`: accounts with money at the provider that our books do not know. */
export type Comparison = { wallets: number; differences: ProviderDifference[]; strangers: readonly string[] };

type ComparisonDeps = Pick<AppDeps, 'db' | 'payments' | 'config'>;

/** Clocks differ, and a proof takes its time. */
const MARGIN = { hours: 1 };
/** Beyond this many wallets, as after a month's coupons, reading all of ours is no dearer than finding some. */
const MAX_CHANGED = 10_000;
/** Beyond this many look-ups the list of all balances is read instead. */
const MAX_ASKED = 100;
const BEFORE_ALL_MOVEMENTS = Temporal.Instant.from('2000-01-01T00:00Z');

/**
 * Compares every wallet we know, also those without any booking. A wallet that the provider does not list has 0
 * there. With `moved`: only those that moved at the provider since that moment (and an hour before it), in our books after that posting,
 * or have a difference that the reconciliation has not closed. Error: `internal-error` when the provider cannot be read.
 */
export async function compareWithProvider(
  deps: ComparisonDeps,
  moved?: { after: Position; since: Temporal.Instant },
): Promise<Comparison> {
  const some = moved && (await compareMoved(deps, moved));
  if (some) return some;
  const atProvider = await readBalances(deps, BEFORE_ALL_MOVEMENTS);
  return compareAll(await listKnownWallets(deps.db, deps.config), atProvider);
}

/** Undefined where so much moved that reading everything is no dearer. What moved only on our side is asked for one by one. */
async function compareMoved(deps: ComparisonDeps, { after, since }: { after: Position; since: Temporal.Instant }) {
  const atProvider = await readBalances(deps, since.subtract(MARGIN));
  if (atProvider.size > MAX_CHANGED) return undefined;
  const ours = await listKnownWallets(deps.db, deps.config, { after, accountIds: [...atProvider.keys()] });
  const unseen = ours.filter(({ accountId }) => !atProvider.has(accountId));
  if (unseen.length > MAX_ASKED) return undefined;
  for (const { accountId } of unseen) {
    const account = await deps.payments.getAccount(accountId);
    // A wallet that the provider does not know has 0 there, as in the list of all.
    if (account.ok) atProvider.set(accountId, account.value.balanceCents);
    else if (account.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: account });
  }
  return compareAll(ours, atProvider);
}

async function readBalances({ payments }: ComparisonDeps, since: Temporal.Instant): Promise<Map<string, Cents>> {
  const balances = await payments.getBalances(since);
  if (!balances.ok) throw new AppError(INTERNAL_ERROR, { cause: balances });
  return new Map(balances.value.map((balance) => [balance.accountId, balance.balanceCents]));
}

function compareAll(ours: readonly KnownWallet[], atProvider: ReadonlyMap<string, Cents>): Comparison {
  const known = new Set(ours.map(({ accountId }) => accountId));
  return {
    wallets: ours.length,
    differences: ours.flatMap((wallet) => compare(wallet, atProvider.get(wallet.accountId) ?? 0)),
    strangers: [...atProvider].flatMap(([accountId, cents]) => (cents !== 0 && !known.has(accountId) ? [accountId] : [])),
  };
}

function compare({ accountId, ledgerCents, inFlightCents }: KnownWallet, providerCents: Cents): ProviderDifference[] {
  if (providerCents === ledgerCents) return [];
  const missing = providerCents < ledgerCents - inFlightCents;
  const surplus = providerCents > ledgerCents;
  return missing || surplus
    ? [{ accountId, ledgerCents, providerCents, inFlightCents, kind: missing ? ('missing' as const) : ('surplus' as const) }]
    : [];
}

/** Books and provider are not read at the same instant, so missing money must be missing at a second reading too. */
async function readDifferences(
  deps: ComparisonDeps,
  moved?: Parameters<typeof compareWithProvider>[1],
): Promise<ProviderDifference[]> {
  const { differences } = await compareWithProvider(deps, moved);
  if (differences.every(({ kind }) => kind === 'surplus')) return differences;
  return lastingDifferences(differences, (await compareWithProvider(deps, moved)).differences);
}
