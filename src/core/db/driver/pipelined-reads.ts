// Reads that share one connection: those of one turn of the event loop are sent in one message, and none waits for a connection of the
// pool. For each such statement, sending it and waking the server up costs more than everything else (ADR 0022).

import type { CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import { createKeyedSemaphore } from '../../concurrency/keyed-semaphore.ts';
import { hasCode, TEMPORARILY_UNAVAILABLE } from '../../errors.ts';
import { DatabaseUnavailable, isConnectionLoss } from '../unavailable.ts';
import { inOneMessage, type StatementToSend, sendStatement, statementName, toWire } from './statement.ts';

/**
 * Reads of one pool. A read is committed by itself, sees what was committed before it was asked for, and is answered after all that were
 * sent before it: each must be a look at few rows by an index, without a lock. One that waits all the same is given up by the server
 * after a moment and asked by `alone`, over a connection of the pool, and so are all of its statement until that is fast again, one after
 * the other: they hold up nobody else. Error: {@link DatabaseUnavailable}.
 */
export type PipelinedReads = {
  read(statement: ReadStatement, alone: ReadAlone): Promise<unknown[]>;
  /** As those of a pool: `waiting` are gathered and not sent yet. */
  counts(): { total: number; idle: number; waiting: number; limit: number };
  close(): Promise<void>;
};

type ReadStatement = Omit<StatementToSend, 'opening'>;
type ReadAlone = () => Promise<{ rows: unknown[]; tookMs: number }>;

/** A read to be sent; without a result it is to be asked alone. */
type Gathered = ReadStatement & PromiseWithResolvers<pg.QueryResult | undefined>;

/** The others are sent as soon as these are answered: so many at most wait behind the first that waits for a lock. */
const MOST_UNDER_WAY = 64;

/**
 * Connects with the first read, and again after the connection was lost. `config` is that of the connection, `waits` are the longest wait
 * for one of the pool and the limit of a statement on the shared one.
 */
export function createPipelinedReads(
  config: pg.ClientConfig,
  waits: { connectionMs: number; statementMs: number },
): PipelinedReads {
  const connection = createSharedConnection(config);
  const slow = createSlowStatements(waits);
  const gathered: Gathered[] = [];
  let isScheduled = false;
  let underWay = 0;

  /** After what else has arrived in this turn of the event loop. */
  const schedule = () => {
    if (isScheduled || gathered.length === 0) return;
    isScheduled = true;
    setImmediate(sendGathered);
  };
  const answered = () => {
    underWay -= 1;
    schedule();
  };
  const sendGathered = async () => {
    isScheduled = false;
    const reads = gathered.splice(0, MOST_UNDER_WAY - underWay);
    if (reads.length === 0) return;
    underWay += reads.length;
    for (const { promise } of reads) promise.then(answered, answered);
    try {
      const { opening, forget } = connection.take();
      const client = await opening;
      inOneMessage(client, () => {
        for (const read of reads) {
          if (slow.has(read.text)) read.resolve(undefined);
          else void send(client, read, { onLost: forget, onSlow: () => slow.add(read.text) });
        }
      });
    } catch (error) {
      for (const { reject } of reads) reject(new DatabaseUnavailable(error));
    }
  };
  const readShared = (statement: ReadStatement): Promise<pg.QueryResult | undefined> => {
    const read = { ...statement, ...Promise.withResolvers<pg.QueryResult | undefined>() };
    gathered.push(read);
    schedule();
    return read.promise;
  };

  return {
    read: async (statement, alone) => {
      const found = slow.has(statement.text) ? undefined : await readShared(statement);
      return found ? found.rows : slow.read(statement.text, alone);
    },
    counts: () => ({
      total: connection.isOpen() ? 1 : 0,
      idle: connection.isOpen() && underWay === 0 ? 1 : 0,
      waiting: gathered.length,
      limit: 1,
    }),
    close: connection.close,
  };
}

/** Texts of the statements that waited the last time; each is read over a connection of the pool, one at a time. */
function createSlowStatements({ connectionMs, statementMs }: { connectionMs: number; statementMs: number }) {
  const texts = new Set<string>();
  const onePerStatement = createKeyedSemaphore({ atOnce: 1, waiting: Number.POSITIVE_INFINITY, waitMs: connectionMs });
  return {
    has: (text: string) => texts.has(text),
    add: (text: string) => texts.add(text),
    read: async (text: string, alone: ReadAlone): Promise<unknown[]> => {
      try {
        return await onePerStatement(text, async () => {
          const { rows, tookMs } = await alone();
          if (tookMs < statementMs) texts.delete(text);
          return rows;
        });
      } catch (error) {
        throw hasCode(error, TEMPORARILY_UNAVAILABLE) ? new DatabaseUnavailable(error) : error;
      }
    },
  };
}

/** The connection that is taken by all; after `forget` the next one to take it opens another. */
function createSharedConnection(config: pg.ClientConfig) {
  let current: Promise<pg.Client> | undefined;
  let isClosed = false;
  /** A lost connection may end when the next one is there already, which stays. */
  const forget = (lost: Promise<pg.Client>) => {
    if (current === lost) current = undefined;
  };
  const begin = (): Promise<pg.Client> => {
    const opening: Promise<pg.Client> = open(config, () => forget(opening));
    return opening;
  };
  return {
    take: () => {
      if (isClosed) throw new Error('the pipelined reads are closed');
      current ??= begin();
      const opening = current;
      return { opening, forget: () => forget(opening) };
    },
    isOpen: () => current !== undefined,
    close: async () => {
      isClosed = true;
      // What was sent is answered first.
      await current?.then((client) => client.end()).catch(() => {});
    },
  };
}

async function open(config: pg.ClientConfig, onGone: () => void): Promise<pg.Client> {
  const client = new pg.Client({ ...config, pipeline: true });
  client.on('error', onGone);
  client.on('end', onGone);
  try {
    await client.connect();
    return client;
  } catch (error) {
    onGone();
    throw error;
  }
}

/** lock_timeout and statement_timeout. */
const WAITED: readonly string[] = ['55P03', '57014'];
/** Sent while the same statement was being prepared, which failed because that waited. */
const NOT_PREPARED = '26000';

/** Sends the read at once and hands its answer on; `onLost` where its connection is gone, `onSlow` where it waited. */
async function send(
  client: pg.Client,
  { resolve, reject, promise: _, ...statement }: Gathered,
  { onLost, onSlow }: { onLost: () => void; onSlow: () => void },
): Promise<void> {
  try {
    resolve(await sendStatement(client, { ...statement, opening: undefined }));
  } catch (error) {
    if (isConnectionLoss(error)) {
      onLost();
      client.end().catch(() => {});
      return reject(new DatabaseUnavailable(error));
    }
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    if (WAITED.includes(code)) onSlow();
    if (WAITED.includes(code) || code === NOT_PREPARED) resolve(undefined);
    else reject(error);
  }
}

type ReadQuery = (query: CompiledQuery) => Promise<unknown[]>;
const readerOf = new WeakMap<object, ReadQuery>();

/** Lets the pipelined reads of `db` be sent by `reads`, under `names`. */
export function readsOver<DB>(db: Kysely<DB>, reads: PipelinedReads, names: Map<string, string>): void {
  readerOf.set(db, (query) => {
    const { sql: text, parameters } = query;
    const alone: ReadAlone = () =>
      db.connection().execute(async (held) => {
        const began = performance.now();
        const { rows } = await held.executeQuery(query);
        return { rows, tookMs: performance.now() - began };
      });
    return reads.read({ text, name: statementName(text, names), values: parameters.map(toWire) }, alone);
  });
}

/** How pipelined reads outside of a transaction are read; undefined for a transaction, and where they share no connection. */
export function pipelinedReader(db: object): ReadQuery | undefined {
  return readerOf.get(db);
}
