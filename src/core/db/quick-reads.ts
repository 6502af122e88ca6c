// Quick reads share one connection: those of one turn of the event loop are sent in one message, and none waits for a connection of the
// pool. For each such statement, sending it and waking the server up costs more than everything else (ADR 0022).

import pg from 'pg';
import { inOneMessage, type StatementToSend, sendStatement } from './statement.ts';
import { DatabaseUnavailable, isConnectionLoss } from './unavailable.ts';

/**
 * Reads of one pool. A read is committed by itself, sees what was committed before it was asked for, and waits for all that were sent
 * before it: each must be a look at few rows by an index, without a lock. Error: {@link DatabaseUnavailable}.
 */
export type QuickReads = {
  read(statement: QuickStatement): Promise<pg.QueryResult>;
  /** As those of a pool: `waiting` are gathered and not sent yet. */
  counts(): { total: number; idle: number; waiting: number; limit: number };
  close(): Promise<void>;
};

type QuickStatement = Omit<StatementToSend, 'opening'>;

type Waiting = QuickStatement & { resolve: (result: pg.QueryResult) => void; reject: (error: unknown) => void };

/** Connects with the first read, and again after the connection was lost. `config` is that of the pool's connections. */
export function createQuickReads(config: pg.ClientConfig): QuickReads {
  let gathered: Waiting[] = [];
  let underWay = 0;
  let connection: Promise<pg.Client> | undefined;
  let isClosed = false;

  const connected = (): Promise<pg.Client> => {
    if (isClosed) throw new Error('the quick reads are closed');
    if (connection === undefined) {
      const opened: Promise<pg.Client> = open(config, () => forget(opened));
      connection = opened;
    }
    return connection;
  };
  /** A lost connection may end when the next one is there already, which stays. */
  const forget = (lost: Promise<pg.Client>) => {
    if (connection === lost) connection = undefined;
  };

  const sendGathered = async () => {
    const reads = gathered;
    gathered = [];
    try {
      const opened = connected();
      const client = await opened;
      inOneMessage(client, () => {
        for (const read of reads) {
          underWay += 1;
          void send(client, read, () => forget(opened)).finally(() => {
            underWay -= 1;
          });
        }
      });
    } catch (error) {
      for (const { reject } of reads) reject(new DatabaseUnavailable(error));
    }
  };

  return {
    read: (statement) => {
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
      gathered.push({ ...statement, resolve, reject });
      // After what else has arrived by now.
      if (gathered.length === 1) setImmediate(sendGathered);
      return promise;
    },
    counts: () => ({
      total: connection ? 1 : 0,
      idle: connection && underWay === 0 ? 1 : 0,
      waiting: gathered.length,
      limit: 1,
    }),
    close: async () => {
      isClosed = true;
      // What was sent is answered first.
      await connection?.then((client) => client.end()).catch(() => {});
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

/** Sends the read at once and hands its answer on; `onLost` where its connection is gone. */
async function send(client: pg.Client, { resolve, reject, ...statement }: Waiting, onLost: () => void): Promise<void> {
  try {
    resolve(await sendStatement(client, { ...statement, opening: undefined }));
  } catch (error) {
    if (!isConnectionLoss(error)) return reject(error);
    onLost();
    client.end().catch(() => {});
    reject(new DatabaseUnavailable(error));
  }
}
