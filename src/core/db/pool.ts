// The application's connections: every wait is bounded, every statement is prepared once per connection, results arrive as Temporal
// and safe integers.

import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { DB } from './tables.ts';
import { DatabaseUnavailable, isConnectionLoss, isDatabaseUnavailable } from './unavailable.ts';

/** Typed access outside a transaction: reads, and single statements that need none. */
export type Database = Kysely<DB>;

/** Role that the application acts as: may not update or delete postings, audit rows or provider events (migration 0001). */
const APPLICATION_ROLE = 'mortar_app';

/** Statement names are kept per process; beyond this many different texts the rest goes unnamed instead of filling the server. */
const MAX_STATEMENT_NAMES = 2_000;

const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const;

/** PostgreSQL writes `2026-11-20 22:57:27.123+00`, which Temporal reads as it is. Sums of bigint come as numeric. */
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

/** Longest waits, in milliseconds: for a connection of the pool or a new one, for a lock, for the end of one statement. */
export type Waits = { connectionMs: number; lockMs: number; statementMs: number };

/** Background work is in no hurry, and what reaches a limit there is tried again. */
export const BACKGROUND_WAITS: Waits = { connectionMs: 30_000, lockMs: 30_000, statementMs: 120_000 };

/** Those of requests: the client waits, and so do the others for what it holds. */
export function requestWaits(
  config: Pick<Config, 'DATABASE_CONNECTION_WAIT_MS' | 'DATABASE_LOCK_WAIT_MS' | 'DATABASE_STATEMENT_LIMIT_MS'>,
): Waits {
  return {
    connectionMs: config.DATABASE_CONNECTION_WAIT_MS,
    lockMs: config.DATABASE_LOCK_WAIT_MS,
    statementMs: config.DATABASE_STATEMENT_LIMIT_MS,
  };
}

/** Beyond the server's own limit of a statement: one that says nothing at all by then is gone, and its connection with it. */
const SILENCE_MS = 2_000;

/** Options of {@link createPool}; without `waits` those of the background. */
export type PoolOptions = { url: string; size: number; name: string; log: Logger; waits?: Waits };

/** New pool. A lost connection is logged and replaced by the next query; without the listener it would end the process. */
export function createPool(options: PoolOptions): pg.Pool {
  return connect(options, { types });
}

/**
 * Pool for a library that brings its own SQL (the session layer): same role and limits, but the driver's own types (Date, text).
 * `onUnavailable` hears of each failure of the database in the asker's own context, whatever the library makes of it.
 */
export function createLibraryPool(options: PoolOptions, onUnavailable: (error: unknown) => void): PostgresPool {
  const pool = connect(options, {});
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const heard = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) onUnavailable(error);
      throw error;
    });
  const wrap = (client: pg.PoolClient) => {
    const query = telling(client, (text, values) => client.query(text, [...values]));
    return clientOf(client, (text, values) => heard(query(text, values)));
  };
  return { connect: () => heard(take(pool, wrapped, wrap)), end: () => pool.end(), options: pool.options };
}

function connect(options: PoolOptions, more: pg.PoolConfig): pg.Pool {
  const { waits = BACKGROUND_WAITS } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    application_name: options.name,
    options: [
      `-c role=${APPLICATION_ROLE} -c timezone=UTC -c idle_in_transaction_session_timeout=60000`,
      `-c lock_timeout=${waits.lockMs} -c statement_timeout=${waits.statementMs}`,
    ].join(' '),
    connectionTimeoutMillis: waits.connectionMs,
    query_timeout: waits.statementMs + SILENCE_MS,
    keepAlive: true,
    ...more,
  });
  pool.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'));
  // The pool listens to idle connections only. One that is lost between two statements of a transaction would end the
  // process; its user hears of it with the next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Kysely over the pool; each statement text gets a stable name, so the server parses and plans it once per connection. */
export function createDatabase(pool: pg.Pool): Database {
  const names = new Map<string, string>();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: () => take(pool, wrapped, (client) => preparing(client, names)),
        end: () => pool.end(),
        options: pool.options,
      },
    }),
  });
}

/** A client of the pool as Kysely takes it, always the same one for one connection. Error: {@link DatabaseUnavailable}. */
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

function preparing(client: pg.PoolClient, names: Map<string, string>): PostgresPoolClient {
  const query = telling(client, (text, values) => {
    const name = statementName(text, names);
    const bound = values.map(toWire);
    return client.query(name === undefined ? { text, values: bound } : { name, text, values: bound });
  });
  return clientOf(client, query);
}

function clientOf(client: pg.PoolClient, query: Query): PostgresPoolClient {
  // Border: Kysely's driver calls query(text, values) only (no cursors here) and release().
  return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
}

/** The same query; a lost connection is a {@link DatabaseUnavailable}. One that was silent for too long is ended: its answer may yet come. */
function telling(client: pg.PoolClient, query: Query): Query {
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
  if (names.size >= MAX_STATEMENT_NAMES || /^(begin|commit|rollback|savepoint|release|set|start) ?/i.test(text)) return undefined;
  const name = `m_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}

/** Temporal values travel as their ISO text; everything else pg serialises itself. */
function toWire(value: unknown): unknown {
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString();
  if (Array.isArray(value)) return value.map(toWire);
  return value;
}
