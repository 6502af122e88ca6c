// Kysely over a pool of connections: every statement is prepared once per connection.

import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { yieldIfSlow } from '../concurrency/admission.ts';
import { countsOf, createPlainPool, type Pool, type PoolCounts, type PoolOptions } from './connections.ts';
import type { QuickReads } from './quick-reads.ts';
import { sendStatement } from './statement.ts';
import type { DB } from './tables.ts';
import { DatabaseUnavailable, isConnectionLoss, isDatabaseUnavailable } from './unavailable.ts';

/** Typed access outside a transaction: for reads and for single statements. */
export type Database = Kysely<DB>;

/** Beyond this many different statements per process further ones are not prepared, which bounds the memory of the server. */
const MAX_STATEMENT_NAMES = 2_000;

/**
 * Pool for a library with SQL of its own (the session layer): same role and timeouts, but the driver's default types (Date, text).
 * `onUnavailable` is called, in the async context of the caller, for each error of an unavailable database, even if the library hides it.
 */
export function createLibraryPool(
  options: PoolOptions,
  onUnavailable: (error: unknown) => void,
): PostgresPool & { counts(): PoolCounts } {
  const pool = createPlainPool(options);
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const reporting = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) onUnavailable(error);
      throw error;
    });
  const wrap = (client: pg.PoolClient) =>
    clientOf(client, (text, values) =>
      reporting(
        client.query(text, [...values]).catch((error: unknown) => {
          throw closedIfLost(client, error);
        }),
      ),
    );
  return {
    connect: () => reporting(take(pool, wrapped, wrap)),
    end: () => pool.end(),
    options: pool.options,
    counts: () => countsOf(pool),
  };
}

/**
 * Kysely over the pool. Each statement text gets a stable name, so that the server prepares it once per connection; not with `prepares`
 * false, for a pooler that does not follow names.
 */
export function createDatabase(pool: Pool, { prepares = true }: { prepares?: boolean } = {}): Database {
  const names = new Map<string, string>();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: () => take(pool, wrapped, (client) => preparing(client, prepares ? names : undefined)),
        end: () => pool.end(),
        options: pool.options,
      },
    }),
  });
  if (prepares && pool.quickReads) quickReadsOf.set(db, readingBy(pool.quickReads, names));
  return db;
}

type ReadQuickly = (text: string, values: readonly unknown[]) => Promise<unknown[]>;
const quickReadsOf = new WeakMap<object, ReadQuickly>();

function readingBy(reads: QuickReads, names: Map<string, string>): ReadQuickly {
  return async (text, values) => {
    const { rows } = await reads.read({ text, name: statementName(text, names), values: values.map(toWire) });
    return rows;
  };
}

/** How quick reads outside of a transaction are read; undefined for a transaction, and where they share no connection. */
export function quickReader(db: object): ReadQuickly | undefined {
  return quickReadsOf.get(db);
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
  const query: Query = async (text, values) => {
    const name = names && statementName(text, names);
    if (name !== undefined && prepared.has(name)) {
      opening = name;
      return { command: 'BEGIN', rowCount: null, rows: [] };
    }
    const statement = { text, name, values: values.map(toWire), opening };
    opening = undefined;
    // Nothing was done in the transaction, which was therefore never opened.
    if (statement.opening !== undefined && ENDS.has(text)) return { command: text.toUpperCase(), rowCount: null, rows: [] };
    try {
      const result = await yieldIfSlow(() => sendStatement(client, statement));
      if (name !== undefined && OPENS.test(text)) prepared.add(name);
      return result;
    } catch (error) {
      throw closedIfLost(client, error);
    }
  };
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

/** Closes a connection that `error` shows to be lost, as a late answer would be taken for that of the next query. */
function closedIfLost(client: pg.PoolClient, error: unknown): unknown {
  if (!isConnectionLoss(error)) return error;
  // Border: a client of the pool is a pg.Client, whose type here lacks the end that the pool itself calls.
  (client as unknown as pg.Client).end().catch(() => {});
  return new DatabaseUnavailable(error);
}

function statementName(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_STATEMENT_NAMES || UNPREPARED.test(text)) return undefined;
  const name = `m_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}

// Border: the driver's own conversion of a value, which its types do not show (pg/lib/utils.js).
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;

/** A value as it is sent, before anything is: one that cannot be sent must not stop in the middle of a message. */
function toWire(value: unknown): string | Buffer | null {
  return typeof value === 'string' ? value : prepareValue(withoutTemporal(value));
}

/** Temporal values become ISO text. */
function withoutTemporal(value: unknown): unknown {
  if (typeof value !== 'object') return value;
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString();
  if (Array.isArray(value)) return value.map(withoutTemporal);
  return value;
}
