// A statement as the driver sends it: prepared once, with the opening of its transaction in the same message, and without asking again
// which columns its rows have.

import { createHash } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { yieldIfSlow } from '../../concurrency/admission.ts';
import { DatabaseUnavailable, isConnectionLoss } from '../unavailable.ts';

/** The connection of a client, as a statement uses it. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  bind(config: { statement: string; values?: unknown[] }): void;
  execute(config: Readonly<Record<never, never>>): void;
  sync(): void;
};

/** What is to be sent. Without `name` it is not prepared. `opening`: name of a prepared statement that opens a transaction. */
export type StatementToSend = { text: string; name: string | undefined; values: unknown[]; opening: string | undefined };

type Answer = (error: Error | null, result: pg.QueryResult) => void;

type Column = { name: string; dataTypeID: number };
type ReadRow = (values: readonly (string | null)[]) => Record<string, unknown>;

/** The driver's own statement: a client sends whatever can be submitted, and hands it the answers of the server. */
interface DriverStatement {
  name: string | undefined;
  values: unknown[];
  queryMode: 'extended' | undefined;
  _result: { _types: pg.CustomTypesConfig; parseRow: ReadRow };
  _accumulateRows: boolean;
  submit(connection: Wire): Error | null;
  handleRowDescription(message: { fields: readonly Column[] }): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}
// Border: the driver declares less of this class than it has (pg/lib/query.js).
const Driver = pg.Query as unknown as new (text: string, values: unknown[], answer: Answer) => DriverStatement;

/** How the rows of each statement that is prepared on a connection are read; null for one without rows. */
type Readers = Map<string, ReadRow | null>;
const readersOf = new WeakMap<pg.ClientBase, Readers>();

class Statement extends Driver {
  #opening: string | undefined;
  readonly #readers: Readers;

  constructor({ text, name, values, opening }: StatementToSend, readers: Readers, answer: Answer) {
    super(text, values, answer);
    this.name = name;
    this.#opening = opening;
    this.#readers = readers;
    // The server skips a simple query as well after a failed opening, and would then never answer.
    if (opening !== undefined) this.queryMode = 'extended';
  }

  override submit(connection: Wire): Error | null {
    const reader = this.name === undefined ? undefined : this.#readers.get(this.name);
    if (this.#opening === undefined && reader === undefined) return super.submit(connection);
    connection.stream.cork();
    try {
      if (this.#opening !== undefined) {
        // No Sync between the two: after an opening that failed the server skips the statement.
        connection.bind({ statement: this.#opening });
        connection.execute({});
      }
      return reader === undefined ? super.submit(connection) : this.#sendKnown(connection, reader);
    } finally {
      connection.stream.uncork();
    }
  }

  /** The server does not change the columns of a prepared statement, but fails instead: it need not describe them again. */
  #sendKnown(connection: Wire, reader: ReadRow | null): null {
    if (reader) {
      this._result.parseRow = reader;
      this._accumulateRows = true;
    }
    connection.bind({ statement: this.name ?? '', values: this.values });
    connection.execute({});
    connection.sync();
    return null;
  }

  override handleRowDescription(message: { fields: readonly Column[] }): void {
    super.handleRowDescription(message);
    const reader = rowReader(message.fields, this._result._types);
    this._result.parseRow = reader;
    if (this.name !== undefined) this.#readers.set(this.name, reader);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#opening !== undefined) {
      // The first answer is that of the opening.
      this.#opening = undefined;
      return;
    }
    super.handleCommandComplete(message, connection);
    if (this.name !== undefined && !this.#readers.has(this.name)) this.#readers.set(this.name, null);
  }
}

/** Reads rows with these columns. */
function rowReader(columns: readonly Column[], types: pg.CustomTypesConfig): ReadRow {
  const names = columns.map(({ name }) => name);
  const readers = columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'));
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) {
      const value = values[index];
      row[names[index] ?? ''] = value == null ? null : readers[index]?.(value);
    }
    return row;
  };
}

/** Sends the statement. */
export function sendStatement(client: pg.ClientBase, statement: StatementToSend): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const readers = readersOf.get(client) ?? new Map();
  readersOf.set(client, readers);
  const sent = new Statement(statement, readers, (error, result) => (error ? reject(error) : resolve(result)));
  // Border: the driver declares its connection otherwise than it calls it.
  client.query(sent as unknown as pg.Submittable);
  return promise;
}

/** What `send` sends on this connection goes in one message. */
export function inOneMessage(client: pg.ClientBase, send: () => void): void {
  // Border: the driver does not show the connection of a client.
  const { stream } = (client as unknown as { connection: Wire }).connection;
  stream.cork();
  try {
    send();
  } finally {
    stream.uncork();
  }
}

// Border: the driver's own conversion of a value, which its types do not show (pg/lib/utils.js).
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;

/** A value as it is sent, before anything is: one that cannot be sent must not stop in the middle of a message. */
export function toWire(value: unknown): string | Buffer | null {
  return typeof value === 'string' ? value : prepareValue(withoutTemporal(value));
}

/** Temporal values become ISO text. */
function withoutTemporal(value: unknown): unknown {
  if (typeof value !== 'object') return value;
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString();
  if (Array.isArray(value)) return value.map(withoutTemporal);
  return value;
}

/** What Kysely takes from a pool. */
export type TakenClient = PostgresPoolClient;

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>;

const OPENS = /^(begin|start transaction)\b/;
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback']);
/** Sent as they are: there is nothing to plan. */
const UNPREPARED = /^(commit|rollback|savepoint|release|set)\b/i;
/** Beyond this many different statements per process further ones are not prepared, which bounds the memory of the server. */
const MAX_STATEMENT_NAMES = 2_000;

/**
 * Prepares statements under `names`. What opens a transaction waits for its first statement and goes with it, once it is prepared on this
 * connection.
 */
export function preparingClient(client: pg.PoolClient, names: Map<string, string> | undefined): TakenClient {
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
  return takenClient({ release }, query);
}

/** Sends statements as the driver does; each passes through `reporting`. */
export function plainClient(client: pg.PoolClient, reporting: <T>(work: Promise<T>) => Promise<T>): TakenClient {
  return takenClient(client, (text, values) =>
    reporting(
      client.query(text, [...values]).catch((error: unknown) => {
        throw closedIfLost(client, error);
      }),
    ),
  );
}

function takenClient(client: Pick<pg.PoolClient, 'release'>, query: Query): TakenClient {
  // Border: Kysely's driver calls query(text, values) only (no cursors here) and release().
  return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as TakenClient;
}

/** Closes a connection that `error` shows to be lost, as a late answer would be taken for that of the next query. */
function closedIfLost(client: pg.PoolClient, error: unknown): unknown {
  if (!isConnectionLoss(error)) return error;
  // Border: a client of the pool is a pg.Client, whose type here lacks the end that the pool itself calls.
  (client as unknown as pg.Client).end().catch(() => {});
  return new DatabaseUnavailable(error);
}

/** The name under which a statement is prepared; none for what needs none, and for those beyond the limit. */
export function statementName(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_STATEMENT_NAMES || UNPREPARED.test(text)) return undefined;
  const name = `m_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}
