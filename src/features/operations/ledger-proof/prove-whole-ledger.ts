// The whole proof: everything that was ever posted, the seals included, by several connections that share one snapshot.

import { createPool } from '../../../core/db/connections.ts';
import { databaseUrl } from '../../../core/db/database-url.ts';
import { createDatabase, type Database } from '../../../core/db/pool.ts';
import { inTransaction, type Tx, tryLockKey } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type Checked, type LedgerProof, PROOF_LOCK, QUERIED, SEALED } from './proof.ts';
import { sumOfBalances } from './queries.ts';
import { readDifferences } from './read-differences.ts';
import { checked, isSound } from './rules.ts';
import { EVERYTHING } from './scope-queries.ts';
import {
  countSeals,
  exportSnapshot,
  findBrokenChain,
  findChangedBlock,
  findWrongSums,
  hasMorePostings,
  importSnapshot,
  readProofState,
  sealProved,
} from './seal-queries.ts';
import { findViolations, MAX_VIOLATIONS, type Violation } from './violation-queries.ts';

type Deps = Pick<AppDeps, 'clock' | 'config' | 'payments' | 'log' | 'db'>;
/** A part of an invariant; those of one name are one invariant. */
type Part = { name: string; part: string; find: (tx: Tx) => Promise<Violation[]> };

/** A ledger with fewer postings is proved by the one connection that holds the snapshot: opening others would take longer. */
const MANY_POSTINGS = 100_000;
/** Connections of the proof of a larger one, beside the one that holds the snapshot. */
const LANES = 3;
/** Nobody waits for it, and a statement may read everything that ever happened. */
const WAITS = { connectionMs: 30_000, lockMs: 30_000, statementMs: 30 * 60_000 };
const BLOCKS_PER_PART = 10;

/**
 * Checks every invariant on all rows, every seal against its postings, and all balances at the provider. That of a large ledger has its own
 * connections and limits; the log says how far it is. With `seal`, a proof that finds nothing is where the next one begins.
 */
export async function proveWholeLedger(deps: Deps, { seal = false }: { seal?: boolean } = {}): Promise<LedgerProof> {
  if (!(await hasMorePostings(deps.db, MANY_POSTINGS)))
    return prove(deps, deps.db, seal, async (tx, parts) => proveParts(deps, parts, { lanes: 1, look: (find) => find(tx) }));
  const url = databaseUrl(deps.config);
  const pool = createPool({ url, size: LANES + 1, name: 'mortar ledger proof', log: deps.log, waits: WAITS });
  const db = createDatabase(pool);
  try {
    return await prove(deps, db, seal, async (tx, parts) => {
      const snapshot = await exportSnapshot(tx);
      const look: Look = (find) =>
        inTransaction(
          db,
          async (lane) => {
            await importSnapshot(lane, snapshot);
            return find(lane);
          },
          'repeatable read',
        );
      return proveParts(deps, parts, { lanes: LANES, look });
    });
  } finally {
    await db.destroy();
  }
}

async function prove(
  deps: Deps,
  db: Database,
  seal: boolean,
  check: (tx: Tx, parts: readonly Part[]) => Promise<Checked[]>,
): Promise<LedgerProof> {
  const providerDifferences = await readDifferences(deps);
  return inTransaction(
    db,
    async (tx) => {
      const canSeal = seal && (await tryLockKey(tx, PROOF_LOCK));
      const invariants = await check(tx, await listParts(tx));
      const at = deps.clock.now();
      const ok = isSound(invariants, providerDifferences);
      const totalCents = await sumOfBalances(tx);
      if (ok && canSeal) {
        const blocks = await sealProved(tx, { at, isWhole: true });
        deps.log.info({ blocks }, 'ledger sealed');
      }
      return { ok, at: at.toString(), scope: 'everything', since: null, invariants, providerDifferences, totalCents };
    },
    'repeatable read',
  );
}

/** The invariants one by one, and the seals some blocks at a time. */
async function listParts(tx: Tx): Promise<Part[]> {
  const { position } = await readProofState(tx);
  const parts: Part[] = QUERIED.map((invariant) => ({
    name: invariant.name,
    part: 'all rows',
    find: (lane) => findViolations(lane, invariant, EVERYTHING),
  }));
  parts.push({ name: SEALED, part: 'chain', find: findBrokenChain });
  parts.push({ name: SEALED, part: 'sums of accounts', find: (lane) => findWrongSums(lane, position) });
  const seals = await countSeals(tx);
  for (let first = 1; first <= seals; first += BLOCKS_PER_PART) {
    const last = Math.min(first + BLOCKS_PER_PART - 1, seals);
    parts.push({ name: SEALED, part: `blocks ${first} to ${last}`, find: (lane) => findChangedBlocks(lane, first, last) });
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

/** Each lane takes the next part that nobody has taken. */
async function proveParts(
  { log }: Pick<Deps, 'log'>,
  parts: readonly Part[],
  { lanes, look }: { lanes: number; look: Look },
): Promise<Checked[]> {
  const violations = new Map<string, Violation[]>(parts.map(({ name }) => [name, []]));
  let next = 0;
  let done = 0;
  const lane = async () => {
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
  await Promise.all(Array.from({ length: lanes }, lane));
  return [...violations].map(([name, found]) => checked(name, found.slice(0, MAX_VIOLATIONS)));
}
