// Connection pools: every wait is bounded, every statement is prepared once per connection, results are Temporal values and safe
// integers.

import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { whileSlow } from '../admission.ts';
import type { Logger } from '../log.ts';
import { sendStatement } from './statement.ts';
import type { DB } from './tables.ts';
import { DatabaseUnavailable, isConnectionLoss, isDatabaseUnavailable } from './unavailable.ts';

/** Typed access outside a transaction: for reads and for single statements. */
export type Database = Kysely<DB>;

/** Role of the application: it may not update or delete append-only rows such as postings and the audit log (migration 0001). */
export const APPLICATION_ROLE = 'mortar_app';

/** Beyond this many different statements per process further ones are not prepared, which bounds the memory of the server. */
const MAX_STATEMENT_NAMES = 2_000;

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

/** Client-side margin on top of the server's statement timeout: without any answer by then, the connection is considered lost. */
const SILENCE_MS = 2_000;

/**
 * Options of {@link createPool}; `waits` defaults to the timeouts of background work. `isPooled`: a pooler in transaction mode sets role,
 * time zone and timeouts (pooler.ts), as a connection of ours has no session of its own. `readOnly`: a write is refused.
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

/** Connections of a pool, those that nobody holds, who waits for one, and how many there may be. */
export type PoolCounts = { total: number; idle: number; waiting: number; limit: number };

/** The counts of this moment. */
export function countsOf({ totalCount, idleCount, waitingCount, options }: pg.Pool): PoolCounts {
  return { total: totalCount, idle: idleCount, waiting: waitingCount, limit: options.max };
}

/** New pool. A lost idle connection is logged and replaced by the next query. */
export function createPool(options: PoolOptions): pg.Pool {
  return connect(options, { types });
}

/**
 * Pool for a library with SQL of its own (the session layer): same role and timeouts, but the driver's default types (Date, text).
 * `onUnavailable` is called, in the async context of the caller, for each error of an unavailable database, even if the library hides it.
 */
export function createLibraryPool(
  options: PoolOptions,
  onUnavailable: (error: unknown) => void,
): PostgresPool & { counts(): PoolCounts } {
  const pool = connect(options, {});
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const reporting = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) onUnavailable(error);
      throw error;
    });
  const wrap = (client: pg.PoolClient) => {
    const query = detectingLoss(client, (text, values) => client.query(text, [...values]));
    return clientOf(client, (text, values) => reporting(query(text, values)));
  };
  return {
    connect: () => reporting(take(pool, wrapped, wrap)),
    end: () => pool.end(),
    options: pool.options,
    counts: () => countsOf(pool),
  };
}

function connect(options: PoolOptions, more: pg.PoolConfig): pg.Pool {
  const { waits = BACKGROUND_WAITS } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    application_name: options.name,
    ...(options.isPooled ? {} : { options: sessionOptions(waits, options.readOnly ?? false) }),
    connectionTimeoutMillis: waits.connectionMs,
    query_timeout: waits.statementMs + SILENCE_MS,
    keepAlive: true,
    ...more,
  });
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
export function createDatabase(pool: pg.Pool, { prepares = true }: { prepares?: boolean } = {}): Database {
  const names = new Map<string, string>();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: () => take(pool, wrapped, (client) => preparing(client, prepares ? names : undefined)),
        end: () => pool.end(),
        options: pool.options,
      },
    }),
  });
}

/** A connection of the pool, wrapped for Kysely once and then reused. Error: {@link DatabaseUnavailable}. */
async function take(
  pool: pg.Pool,
  wrapped: WeakMap<pg.PoolClient, PostgresPoolClient>,
  wrap: (client: pg.PoolClient) => PostgresPoolClient,
): Promise<PostgresPoolClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailable(error);
  });
  const known = wrapped.get(client);
  if (known) return known;
  const fresh = wrap(client);
  wrapped.set(client, fresh);
  return fresh;
}

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>;

const OPENS = /^(begin|start transaction)\b/;
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback']);
/** Sent as they are: there is nothing to plan. */
const UNPREPARED = /^(commit|rollback|savepoint|release|set)\b/i;

/**
 * Prepares statements under `names`. What opens a transaction waits for its first statement and goes with it, once it is prepared on this
 * connection.
 */
function preparing(client: pg.PoolClient, names: Map<string, string> | undefined): PostgresPoolClient {
  const prepared = new Set<string>();
  let opening: string | undefined;
  const query = detectingLoss(client, async (text, values) => {
    const name = names && statementName(text, names);
    if (name !== undefined && prepared.has(name)) {
      opening = name;
      return { command: 'BEGIN', rowCount: null, rows: [] };
    }
    const first = opening;
    opening = undefined;
    // Nothing was done in the transaction, which was therefore never opened.
    if (first !== undefined && ENDS.has(text)) return { command: text.toUpperCase(), rowCount: null, rows: [] };
    const result = await whileSlow(() => sendStatement(client, { text, name, values: values.map(toWire), opening: first }));
    if (name !== undefined && OPENS.test(text)) prepared.add(name);
    return result;
  });
  const release = (destroy?: boolean) => {
    opening = undefined;
    client.release(destroy);
  };
  return clientOf({ release }, query);
}

function clientOf(client: Pick<pg.PoolClient, 'release'>, query: Query): PostgresPoolClient {
  // Border: Kysely's driver calls query(text, values) only (no cursors here) and release().
  return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
}

/** Turns a lost connection into a {@link DatabaseUnavailable} and closes it, as a late answer would be taken for that of the next query. */
function detectingLoss(client: pg.PoolClient, query: Query): Query {
  return async (text, values) => {
    try {
      return await query(text, values);
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      // Border: a client of the pool is a pg.Client, whose type here lacks the end that the pool itself calls.
      (client as unknown as pg.Client).end().catch(() => {});
      throw new DatabaseUnavailable(error);
    }
  };
}

function statementName(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_STATEMENT_NAMES || UNPREPARED.test(text)) return undefined;
  const name = `m_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}

/** Temporal values are sent as ISO text; pg serialises everything else. */
function toWire(value: unknown): unknown {
  if (typeof value !== 'object') return value;
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString();
  if (Array.isArray(value)) return value.map(toWire);
  return value;
}
