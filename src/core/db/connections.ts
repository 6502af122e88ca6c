// Connections to the database: every wait on them is bounded, and results are Temporal values and safe integers.

import pg from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { createQuickReads, type QuickReads } from './quick-reads.ts';

/** Role of the application: it may not update or delete append-only rows such as postings and the audit log. */
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

/** Connections that are held one by one, and the one that quick reads share; with a pooler in between they share none. */
export class Pool extends pg.Pool {
  readonly quickReads: QuickReads | undefined;

  constructor(options: pg.PoolConfig, { isPooled }: { isPooled: boolean }) {
    super(options);
    this.quickReads = isPooled ? undefined : createQuickReads(options);
  }

  override async end(): Promise<void> {
    await this.quickReads?.close();
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

/** The same with the driver's own types (Date, text), for a library with SQL of its own. */
export function createPlainPool(options: PoolOptions): Pool {
  return connect(options, {});
}

function connect(options: PoolOptions, more: pg.PoolConfig): Pool {
  const { waits = BACKGROUND_WAITS, isPooled = false } = options;
  const pool = new Pool(
    {
      connectionString: options.url,
      max: options.size,
      application_name: options.name,
      ...(isPooled ? {} : { options: sessionOptions(waits, options.readOnly ?? false) }),
      connectionTimeoutMillis: waits.connectionMs,
      query_timeout: waits.statementMs + SILENCE_MS,
      keepAlive: true,
      ...more,
    },
    { isPooled },
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
