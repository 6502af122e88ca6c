// Pools of connections and Kysely over them: every wait is bounded, results are Temporal values and safe integers.

import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { createPipelinedReads, type PipelinedReads, readsOver } from './driver/pipelined-reads.ts';
import { plainClient, preparingClient, type TakenClient } from './driver/statement.ts';
import type { DB } from './tables.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from './unavailable.ts';

/** Typed access outside a transaction: for reads and for single statements. */
export type Database = Kysely<DB>;

/** Role of the application: it may not update or delete append-only rows such as postings and the audit log (db/schema/01_core.sql). */
export const APPLICATION_ROLE = 'mortar_app';

const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const;

/** Temporal parses PostgreSQL's `2026-11-20 22:57:27.123+00` as it is. The sum of bigint is numeric. */
const parsers = new Map<number, (text: string) => unknown>([
  [OID.int8, toSafeInteger],
  [OID.numeric, Number],
  [OID.timestamptz, (text) => Temporal.Instant.from(text)],
  [OID.date, (text) => Temporal.PlainDate.from(text)],
]);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of the safe range: ${text}`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    parsers.get(oid) ?? (format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)),
};

/** Timeouts in milliseconds: for a connection of the pool or a new one, for a lock, for one statement. */
export type Waits = { connectionMs: number; lockMs: number; statementMs: number };

/** Timeouts of background work, which is not urgent and is retried after a timeout. */
export const BACKGROUND_WAITS: Waits = { connectionMs: 30_000, lockMs: 30_000, statementMs: 120_000 };

/** Timeouts of requests: a client waits for them, and other requests wait for their locks. */
export function requestWaits(config: {
  DATABASE_CONNECTION_WAIT_MS: number;
  DATABASE_LOCK_WAIT_MS: number;
  DATABASE_STATEMENT_LIMIT_MS: number;
}): Waits {
  return {
    connectionMs: config.DATABASE_CONNECTION_WAIT_MS,
    lockMs: config.DATABASE_LOCK_WAIT_MS,
    statementMs: config.DATABASE_STATEMENT_LIMIT_MS,
  };
}

/**
 * Timeouts on the connection that reads share: a read that waits there delays all others, and is sent again over its own connection. Far
 * more than a look at few rows by an index takes.
 */
const PIPELINED_WAITS = { lockMs: 10, statementMs: 250 };

/** Client-side margin on top of the server's statement timeout: without an answer the connection is considered lost. */
const SILENCE_MS = 2_000;

/**
 * Options of {@link createPool}; `waits` defaults to the timeouts of background work. `isPooled`: a pooler in transaction mode sets role,
 * time zone and timeouts (access.ts), as our connections have no session there. `readOnly`: a write is refused.
 */
export type PoolOptions = {
  url: string;
  isPooled?: boolean;
  readOnly?: boolean;
  size: number;
  name: string;
  log: Logger;
  waits?: Waits;
};

/** Connections of a pool: open, idle, waited for, and the limit. */
export type PoolCounts = { total: number; idle: number; waiting: number; limit: number };

/** Connections that are held one by one, and the one that pipelined reads share; with a pooler in between they share none. */
export class Pool extends pg.Pool {
  readonly pipelinedReads: PipelinedReads | undefined;

  constructor(options: pg.PoolConfig, pipelinedReads: PipelinedReads | undefined) {
    super(options);
    this.pipelinedReads = pipelinedReads;
  }

  override async end(): Promise<void> {
    await this.pipelinedReads?.close();
    await super.end();
  }
}

/** The counts of this moment. */
export function countsOf({ totalCount, idleCount, waitingCount, options }: pg.Pool): PoolCounts {
  return { total: totalCount, idle: idleCount, waiting: waitingCount, limit: options.max };
}

/** New pool. A lost idle connection is logged and replaced by the next query. */
export function createPool(options: PoolOptions): Pool {
  return connect(options, { types });
}

function connect(options: PoolOptions, more: pg.PoolConfig): Pool {
  const { waits = BACKGROUND_WAITS, isPooled = false, readOnly = false } = options;
  const common = {
    connectionString: options.url,
    max: options.size,
    application_name: options.name,
    connectionTimeoutMillis: waits.connectionMs,
    query_timeout: waits.statementMs + SILENCE_MS,
    keepAlive: true,
    ...more,
  };
  const shared = {
    ...waits,
    lockMs: Math.min(waits.lockMs, PIPELINED_WAITS.lockMs),
    statementMs: Math.min(waits.statementMs, PIPELINED_WAITS.statementMs),
  };
  const pool = isPooled
    ? new Pool(common, undefined)
    : new Pool(
        { ...common, options: sessionOptions(waits, readOnly) },
        createPipelinedReads({ ...common, options: sessionOptions(shared, readOnly) }, shared),
      );
  pool.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'));
  // The pool handles errors of idle connections only. Without this listener, a connection lost between two statements of a transaction
  // would end the process; with it, the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function sessionOptions(waits: Waits, readOnly: boolean): string {
  return [
    `-c role=${APPLICATION_ROLE} -c timezone=UTC -c idle_in_transaction_session_timeout=60000`,
    `-c lock_timeout=${waits.lockMs} -c statement_timeout=${waits.statementMs}`,
    ...(readOnly ? ['-c default_transaction_read_only=on'] : []),
  ].join(' ');
}

/**
 * Kysely over the pool. Each statement text gets a stable name, so that the server prepares it once per connection; not with `prepares`
 * false, for a pooler that does not follow names.
 */
export function createDatabase(pool: Pool, { prepares = true }: { prepares?: boolean } = {}): Database {
  const names = new Map<string, string>();
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: kyselyPool(pool, (client) => preparingClient(client, prepares ? names : undefined)) }),
  });
  if (prepares && pool.pipelinedReads) readsOver(db, pool.pipelinedReads, names);
  return db;
}

/**
 * Pool for a library with its own SQL (the session layer): same role and timeouts, but the driver's default types (Date, text).
 * `onUnavailable` is called, in the async context of the caller, for each error of an unavailable database, even if the library hides it.
 */
export function createLibraryPool(
  options: PoolOptions,
  onUnavailable: (error: unknown) => void,
): PostgresPool & { counts(): PoolCounts } {
  const pool = connect(options, {});
  const reporting = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) onUnavailable(error);
      throw error;
    });
  const { connect: take, ...rest } = kyselyPool(pool, (client) => plainClient(client, reporting));
  return { ...rest, connect: () => reporting(take()), counts: () => countsOf(pool) };
}

/** Kysely's view of the pool; a connection is wrapped once and then reused. Error of `connect`: {@link DatabaseUnavailable}. */
function kyselyPool(pool: Pool, wrap: (client: pg.PoolClient) => TakenClient): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, TakenClient>();
  return {
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw new DatabaseUnavailable(error);
      });
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}
