// A replica for reads that may lag: never further behind than the setting says, never behind the reader's own writes, and never needed.

import { sql } from 'kysely';
import pg from 'pg';
import { repeatEvery } from '../periodic-tasks.ts';
import type { Logger } from '../telemetry/log.ts';
import { countsOf, createDatabase, createPool, type Database, type PoolCounts, type Waits } from './pool.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Where a read was answered that may go to the replica; all but the first are the primary, with the reason. */
export type ReadSource = 'replica' | 'own-write' | 'behind' | 'unavailable';

/** A replica and the primary behind it. A position is the number of bytes of the primary's log so far. */
export type Replica = {
  /**
   * Runs `work` on the replica when that has replayed `needs`, else on the primary; there too, from the beginning, when the replica is
   * lost on the way, so `work` must have no effect.
   */
  read<T>(needs: number | undefined, work: (db: Database) => Promise<T>): Promise<T>;
  /** What a reader that must see everything committed so far needs. */
  position(): Promise<number>;
  /** A replica that is further behind is not read: what was committed so long ago is on any that is. */
  maxLagMs: number;
  counts(): PoolCounts;
  close(): Promise<void>;
};

type Options = {
  url: string;
  size: number;
  waits: Waits;
  prepares: boolean;
  maxLagMs: number;
  primary: Database;
  log: Logger;
  onRead: (source: ReadSource) => void;
};

const LOOK_EVERY_MS = 500;
/** Without a connection of the replica after this, the primary is read. */
const CONNECTION_WAIT_MS = 2_000;

/** What the replica has replayed, and the latest moment (performance.now) of which it has everything. */
type Followed = { position: number; at: number };

/** Begins to follow the replica at `url`. It need not be there: it is read as soon as it is. */
export async function followReplica(options: Options): Promise<Replica> {
  const { primary, maxLagMs, log, onRead } = options;
  const waits = { ...options.waits, connectionMs: Math.min(options.waits.connectionMs, CONNECTION_WAIT_MS) };
  const pool = createPool({ url: options.url, size: options.size, name: 'mortar replica', log, waits, readOnly: true });
  const replica = createDatabase(pool, { prepares: options.prepares });
  const { stateFor, lose, look } = watch({ primary, replica, maxLagMs, log });
  // A replica that restarted may have replayed less than it had before.
  pool.on('error', lose);
  await look().catch(lose);
  const looking = repeatEvery(LOOK_EVERY_MS, look, { onError: lose });

  return {
    maxLagMs,
    counts: () => countsOf(pool),
    position: () => positionOf(primary),
    read: async (needs, work) => {
      let source = stateFor(needs);
      try {
        if (source !== 'replica') return await work(primary);
        return await work(replica);
      } catch (error) {
        if (source !== 'replica' || !isReplicaFault(error)) throw error;
        if (!hasCode(error, OF_THE_SNAPSHOT)) lose(error);
        source = 'unavailable';
        return await work(primary);
      } finally {
        onRead(source);
      }
    },
    close: async () => {
      await looking.stop();
      await pool.end();
    },
  };
}

/** Compares the two servers again and again, and says where a read belongs meanwhile. */
function watch({ primary, replica, maxLagMs, log }: Pick<Options, 'primary' | 'maxLagMs' | 'log'> & { replica: Database }) {
  let followed: Followed | undefined;
  let said: ReadSource = 'replica';
  const samples: Followed[] = [];
  const stateFor = (needs = 0): ReadSource => {
    if (followed === undefined) return 'unavailable';
    if (performance.now() - followed.at > maxLagMs) return 'behind';
    return needs > followed.position ? 'own-write' : 'replica';
  };
  const say = (error?: unknown) => {
    const now = stateFor();
    if (now === said) return;
    said = now;
    if (now === 'replica') log.info('the replica is read again');
    else log.warn({ err: error, state: now }, 'the replica is not read: the primary answers in its place');
  };
  const lose = (error: unknown) => {
    followed = undefined;
    say(error);
  };
  const look = async () => {
    const at = performance.now();
    samples.push({ at, position: await positionOf(primary) });
    // The oldest is kept: what a replica that stands still has.
    if (samples.length > MAX_SAMPLES) samples.splice(1, 1);
    const position = await replayedBy(replica);
    const seen = samples.findLastIndex((sample) => sample.position <= position);
    if (seen >= 0) samples.splice(0, seen);
    followed = { position, at: seen >= 0 ? (samples[0]?.at ?? at) : Number.NEGATIVE_INFINITY };
    say();
  };
  return { stateFor, lose, look };
}

const MAX_SAMPLES = 1_000;
const PAGE_BYTES = 8_192;
const LONGEST_PAGE_HEADER_BYTES = 40;

/**
 * Where the next record of the log is inserted: after everything that is committed. At the begin of a page PostgreSQL counts its header,
 * which nothing replays before the first record behind it.
 */
async function positionOf(db: Database): Promise<number> {
  const { rows } = await sql<{ position: number }>`select pg_current_wal_insert_lsn() - '0/0' as position`.execute(db);
  const position = rows[0]?.position ?? 0;
  const inPage = position % PAGE_BYTES;
  return inPage <= LONGEST_PAGE_HEADER_BYTES ? position - inPage : position;
}

/** Of a server that was promoted, and so replays nothing, all that it has. */
async function replayedBy(db: Database): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0' as position`.execute(
    db,
  );
  return rows[0]?.position ?? 0;
}

/** The standby replays a change that the statement's snapshot still needs. */
const OF_THE_SNAPSHOT: readonly string[] = ['40001'];
/** Faults of the request: a write, which belongs on the primary by declaration, and a statement that would be as slow there. */
const OF_THE_REQUEST: readonly string[] = ['25006', '57014'];

function isReplicaFault(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !hasCode(error, OF_THE_REQUEST);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  for (let seen = error; seen instanceof Error; seen = seen.cause)
    if (seen instanceof pg.DatabaseError && codes.includes(seen.code ?? '')) return true;
  return false;
}
