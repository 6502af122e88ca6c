// The application's connections: every statement is prepared once per connection, results arrive as Temporal and safe integers.

import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import type { DB } from './tables.ts';

/** Typed access outside a transaction: reads, and single statements that need none. */
export type Database = Kysely<DB>;

/** Role that the application acts as: may not update or delete postings, audit rows or provider events (migration 0001). */
const APPLICATION_ROLE = 'mortar_app';

/** Statement names are kept per process; beyond this many different texts the rest goes unnamed instead of filling the server. */
const MOST_STATEMENT_NAMES = 2_000;

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

/** Options of {@link createPool}. */
export type PoolOptions = { url: string; size: number; name: string; log: Logger };

/** New pool. A lost connection is logged and replaced by the next query; without the listener it would end the process. */
export function createPool(options: PoolOptions): pg.Pool {
  return connect(options, { types });
}

/** Pool for a library that brings its own SQL (the session layer): same role and limits, but the driver's own types (Date, text). */
export function createLibraryPool(options: PoolOptions): pg.Pool {
  return connect(options, {});
}

function connect(options: PoolOptions, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    application_name: options.name,
    options: `-c role=${APPLICATION_ROLE} -c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000`,
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
        connect: async () => {
          const client = await pool.connect();
          const known = wrapped.get(client);
          if (known) return known;
          const fresh = preparing(client, names);
          wrapped.set(client, fresh);
          return fresh;
        },
        end: () => pool.end(),
        options: pool.options,
      },
    }),
  });
}

function preparing(client: pg.PoolClient, names: Map<string, string>): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => {
    const name = statementName(text, names);
    const bound = values.map(toWire);
    return client.query(name === undefined ? { text, values: bound } : { name, text, values: bound });
  };
  // Border: Kysely's driver calls query(text, values) only (no cursors here) and release().
  return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
}

function statementName(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST_STATEMENT_NAMES || /^(begin|commit|rollback|savepoint|release|set|start) ?/i.test(text))
    return undefined;
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
