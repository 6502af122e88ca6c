// Compares all that was ever sealed with what is there now, and names the first row that differs.

import { Buffer } from 'node:buffer';
import { databaseUrl } from '../../../core/db/access.ts';
import { createDatabase, createPool } from '../../../core/db/pool.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { listDifferences, listForeignStamps, listHeads, listLeaves, listWrongRoots, nextDay } from './queries.ts';
import { aboutHead, brokenHeads, copyKey, type Difference, differencesFromCopy, fromCopy, type Head } from './rules.ts';

/**
 * `ok`: nothing differs. `first`: the earliest row that does. `rows`: how many were compared. `copies`: how many days were compared with
 * their copy in the storage: the last one, and all of them where that shows that something was written anew.
 */
export type Verified = {
  ok: boolean;
  days: number;
  rows: number;
  until: string | null;
  copies: number;
  first: Difference | null;
  differences: Difference[];
};

/** So many are named; a table that was written anew has as many as it has rows. */
const SHOWN = 50;

type VerifyDeps = Pick<AppDeps, 'config' | 'log' | 'storage'>;
type Looking = Pick<AppDeps, 'db' | 'storage'>;

/** Nobody waits for it, and its statements read everything that was ever sealed. */
const WAITS = { connectionMs: 30_000, lockMs: 30_000, statementMs: 30 * 60_000 };
const CONNECTIONS = 2;

/**
 * Rows against leaves, leaves against roots, heads against each other and against the copies in the storage, stamps against heads. Whoever
 * changes a row, its leaf and every head after it still lacks the copies, the mails and the stamps.
 */
export async function verifyHistory(
  { config, log, storage }: VerifyDeps,
  { all = false }: { all?: boolean } = {},
): Promise<Verified> {
  const url = databaseUrl(config);
  const db = createDatabase(createPool({ url, size: CONNECTIONS, name: 'mortar history', log, waits: WAITS }));
  try {
    return await verify({ db, storage }, { all });
  } finally {
    await db.destroy();
  }
}

async function verify(deps: Looking, { all }: { all: boolean }): Promise<Verified> {
  const heads = await listHeads(deps.db);
  const last = heads.at(-1);
  const found = [
    ...(last ? await inTransaction(deps.db, (tx) => listDifferences(tx, last.day, SHOWN)) : []),
    ...brokenHeads(heads),
  ];
  const wrongRoots = await listWrongRoots(deps.db);
  for (const day of await listForeignStamps(deps.db)) found.push({ day, table: 'history_stamp', id: day, difference: 'changed' });
  // A copy of a day that has no head yet: the last heads were taken away, or all of them.
  const next = await nextDay(deps.db);
  if (next !== null && (await readCopy(deps, next)) !== null) found.push(aboutHead(next, 'removed'));
  const newest = last ? await compareWithCopy(deps, last) : [];
  const isSuspect = all || wrongRoots.length > 0 || found.length > 0 || newest.length > 0;
  if (isSuspect) for (const head of heads.slice(0, -1)) found.push(...(await compareWithCopy(deps, head)));
  found.push(...newest);
  // Where no copy names the row, the day is named.
  for (const day of wrongRoots) if (!found.some((known) => known.day === day)) found.push(aboutHead(day, 'changed'));
  const differences = inOrder(found);
  return {
    ok: differences.length === 0,
    days: heads.length,
    rows: heads.reduce((sum, { counts }) => Object.values(counts).reduce((of, count) => of + count, sum), 0),
    until: last?.day ?? null,
    copies: isSuspect ? heads.length : heads.slice(-1).length,
    first: differences[0] ?? null,
    differences: differences.slice(0, SHOWN),
  };
}

/** By day; of one day rows before heads, as the row says more. */
function inOrder(found: readonly Difference[]): Difference[] {
  const seen = new Map(found.map((one) => [`${one.day} ${one.table} ${one.id}`, one]));
  const isHead = ({ table }: Difference) => Number(table.startsWith('history_'));
  return [...seen.values()].sort((one, other) =>
    one.day === other.day ? isHead(one) - isHead(other) : one.day < other.day ? -1 : 1,
  );
}

/** Null where there is none; undefined where it is no copy. */
async function readCopy({ storage }: Looking, day: string): Promise<ReturnType<typeof fromCopy> | null> {
  const file = await storage.get(copyKey(day));
  return file === null ? null : fromCopy(Buffer.from(file.bytes).toString());
}

/** A head that differs from its copy was written anew: the leaves of the copy say of which row. */
async function compareWithCopy(deps: Looking, head: Head): Promise<Difference[]> {
  const { day } = head;
  const copy = await readCopy(deps, day);
  if (!copy) return [{ day, table: 'history_copy', id: day, difference: copy === null ? 'removed' : 'changed' }];
  const rows = differencesFromCopy(day, await listLeaves(deps.db, day), copy.leaves);
  return copy.head === head.head ? rows : [...rows, aboutHead(day, 'changed')];
}
