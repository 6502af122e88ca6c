// A connection of the pool as Kysely uses it: statements are prepared once, and what opens a transaction goes with its first statement.

import { createHash } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { yieldIfSlow } from '../../concurrency/admission.ts';
import { DatabaseUnavailable, isConnectionLoss } from '../unavailable.ts';
import { sendStatement, toWire } from './statement.ts';

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
