// Cached reads. Of our own data no instance ever serves a stale one: the version of a key lives in the database and changes
// with the data. What services outside said may be a little old.

import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './db/pool.ts';
import type { Tx } from './db/transaction.ts';

const TIME_TO_LIVE_SECONDS = 600;
/** What goes first is what was not asked for the longest. */
const LIMITS = { entries: 1_000, bytes: 50_000_000 };

/** Cached values by key; `load` runs when nobody cached the current version yet. Everybody gets the same value, frozen. */
export type Cache = {
  /** The cached value of `key`, loaded once per version and instance even when many ask at the same time. */
  get<T>(db: Database, key: string, load: () => Promise<T>): Promise<T>;
  /** What a service outside said, used again for at most `seconds`; 0 asks every time. A `load` that throws leaves nothing behind. */
  getRecent<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>;
};

/** New cache of this process. One primary-key read per get tells whether another instance changed the data meanwhile. */
export function createCache(limits: { entries: number; bytes: number } = LIMITS): Cache {
  const kept = new LRUCache<string, { value: unknown }>({
    max: limits.entries,
    maxSize: limits.bytes,
    sizeCalculation: ({ value }) => 1 + (JSON.stringify(value)?.length ?? 0),
  });
  const loading = new Map<string, Promise<unknown>>();

  function read<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> {
    const found = kept.get(key);
    // Border, twice: a key belongs to one caller, whose `load` gave the value.
    if (found) return Promise.resolve(found.value as T);
    const flight = (loading.get(key) as Promise<T> | undefined) ?? start(key, seconds, load);
    loading.set(key, flight);
    return flight;
  }
  function start<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> {
    const keep = (value: T) => {
      kept.set(key, { value: frozen(value) }, { ttl: seconds * 1_000 });
      return value;
    };
    // Not called at once: also a `load` that throws before it waits ends here.
    return Promise.resolve()
      .then(load)
      .then(keep)
      .finally(() => loading.delete(key));
  }

  return {
    get: async (db, key, load) => {
      const row = await db.selectFrom('cache_version').select('version').where('key', '=', key).executeTakeFirst();
      return read(`${key}@${row?.version ?? 0}`, TIME_TO_LIVE_SECONDS, load);
    },
    getRecent: (key, seconds, load) => (seconds === 0 ? load() : read(key, seconds, load)),
  };
}

/** Shared between requests: whoever changed it would change what others are answered. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Makes every instance forget `key` at the commit of `tx`, together with the change that made it stale. */
export async function invalidate(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into cache_version (key, version) select key, 1 from unnest(${[...keys].sort()}::text[]) as key order by key
    on conflict (key) do update set version = cache_version.version + 1`.execute(tx);
}
