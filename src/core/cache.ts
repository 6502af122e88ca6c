// Cached reads. Of our own data no instance ever serves a stale one: the version of a key lives in the database and changes
// with the data. What services outside said may be a little old.

import { BentoCache, bentostore, errors } from 'bentocache';
import { memoryDriver } from 'bentocache/drivers/memory';
import { sql } from 'kysely';
import type { Database } from './db/pool.ts';
import type { Tx } from './db/transaction.ts';

const TIME_TO_LIVE = '10m';
const MOST_BYTES = '50mb';

/** Cached values by key; `load` runs when nobody cached the current version yet. */
export type Cache = {
  /** The cached value of `key`, loaded once per version and instance even when many ask at the same time. */
  get<T>(db: Database, key: string, load: () => Promise<T>): Promise<T>;
  /** What a service outside said, used again for at most `seconds`; 0 asks every time. A `load` that throws leaves nothing behind. */
  getRecent<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** New cache of this process. One primary-key read per get tells whether another instance changed the data meanwhile. */
export function createCache(): Cache {
  const bento = new BentoCache({
    default: 'memory',
    stores: { memory: bentostore().useL1Layer(memoryDriver({ maxSize: MOST_BYTES })) },
  });
  return {
    get: async (db, key, load) => {
      const row = await db.selectFrom('cache_version').select('version').where('key', '=', key).executeTakeFirst();
      return ownErrors(bento.getOrSet({ key: `${key}@${row?.version ?? 0}`, ttl: TIME_TO_LIVE, factory: load }));
    },
    getRecent: (key, seconds, load) =>
      seconds === 0 ? load() : ownErrors(bento.getOrSet({ key, ttl: `${seconds}s`, factory: load })),
    close: () => bento.disconnectAll(),
  };
}

/** The library wraps what `load` throws; the caller threw it and knows it unwrapped. */
async function ownErrors<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof errors.E_FACTORY_ERROR ? error.cause : error;
  }
}

/** Makes every instance forget `key` at the commit of `tx`, together with the change that made it stale. */
export async function invalidate(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into cache_version (key, version) select key, 1 from unnest(${[...keys].sort()}::text[]) as key order by key
    on conflict (key) do update set version = cache_version.version + 1`.execute(tx);
}
