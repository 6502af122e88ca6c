// In-process cache. Values from our own database are never stale on any instance: each key has a version in the database, which changes
// with the data. Answers of external services may be a little old.

import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './db/pool.ts';
import type { Tx } from './db/transaction.ts';

const TIME_TO_LIVE_SECONDS = 600;
/** Beyond these the least recently used entry is evicted. */
const LIMITS = { entries: 1_000, bytes: 50_000_000 };

/** Cached values by key; `load` runs when the current version is not cached. All callers get the same frozen value. */
export type Cache = {
  /** The cached value of `key`, loaded once per version and instance, also for concurrent callers. */
  get<T>(db: Database, key: string, load: () => Promise<T>): Promise<T>;
  /** The answer of an external service, reused for at most `seconds`; 0 disables caching. An error of `load` is not cached. */
  getRecent<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>;
};

/** How a key is loaded; it belongs to one caller. */
type Loading = { seconds: number; load: () => Promise<unknown> };

/** New cache of this process. Each `get` reads the current version of the key, one row by primary key. */
export function createCache(limits: { entries: number; bytes: number } = LIMITS): Cache {
  const kept = new LRUCache<string, { value: unknown }, Loading>({
    max: limits.entries,
    maxSize: limits.bytes,
    sizeCalculation: ({ value }) => 1 + (JSON.stringify(value)?.length ?? 0),
    fetchMethod: async (_key, _stale, { options, context: { seconds, load } }) => {
      options.ttl = seconds * 1_000;
      return { value: frozen(await load()) };
    },
    // A waiting reader gets the value, even if the entry was evicted meanwhile.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
  });

  async function read<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> {
    const found = await kept.forceFetch(key, { context: { seconds, load } });
    // Border: a key belongs to one caller, whose `load` gave the value.
    return found.value as T;
  }

  return {
    get: async (db, key, load) => {
      const row = await db.selectFrom('cache_version').select('version').where('key', '=', key).executeTakeFirst();
      return read(`${key}@${row?.version ?? 0}`, TIME_TO_LIVE_SECONDS, load);
    },
    getRecent: (key, seconds, load) => (seconds === 0 ? load() : read(key, seconds, load)),
  };
}

/** Cached values are shared between requests, so no request may modify them. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Invalidates `keys` on every instance at the commit of `tx`, together with the change that made them stale. */
export async function invalidate(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into cache_version (key, version)
    select key, 1
    from unnest(${[...keys].sort()}::text[]) as key
    order by key
    on conflict (key) do update
    set version = cache_version.version + 1`.execute(tx);
}
