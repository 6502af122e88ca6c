// Stands between a service and its database, and can stop the world around one commit: just before it, or just after.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type CommitProxy = {
  /** The database's address, through here. */
  url: string;
  /**
   * From now on, the commit of each transaction that sent this piece of SQL is held: `before` it reaches the database, or
   * `after` it was done there and before the service hears of it. Texts go over the wire once per connection: a process that was
   * measured before may have sent it already.
   */
  hold(when: 'before' | 'after', statement: string): void;
  /** Commits that are held. */
  held(): number;
  /** Passes everything on again; what was held stays held, its connection is as good as dead. */
  release(): void;
  close(): Promise<void>;
};

/** What the service sends when it stores an answer under its Idempotency-Key. */
export const STORES_ANSWER = 'update "idempotency_key"';

/** Statements that are a whole transaction and store the answer too, and what the database answers once it has committed. */
const IS_ITS_COMMIT = { statements: ['purchase_bricks(', 'purchase_deal(', 'withdraw('], done: 'placed' };

/** Starts a proxy on a free port, before the server that `databaseUrl` names. */
export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let mode: 'before' | 'after' | undefined;
  let marker = '';
  let held = 0;

  const server = createServer((service) => {
    const database = connect(Number(target.port), target.hostname);
    let isMarked = false;
    let isItsCommit = false;
    let isHeld = false;
    const holdNow = () => {
      isHeld = true;
      held += 1;
    };
    for (const socket of [service, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    service.on('close', () => database.destroy());
    database.on('close', () => service.destroy());
    service.on('data', (bytes) => {
      isMarked ||= mode !== undefined && bytes.includes(marker);
      isItsCommit ||=
        mode !== undefined && marker === STORES_ANSWER && IS_ITS_COMMIT.statements.some((statement) => bytes.includes(statement));
      if (!isHeld && mode === 'before' && (isItsCommit || (isMarked && bytes.includes('commit')))) holdNow();
      if (!isHeld || mode === 'after') database.write(bytes);
    });
    database.on('data', (bytes) => {
      const isCommitted = (isMarked && bytes.includes('COMMIT')) || (isItsCommit && bytes.includes(IS_ITS_COMMIT.done));
      if (!isHeld && mode === 'after' && isCommitted) holdNow();
      if (!isHeld) service.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address !== null ? address.port : '');
  return {
    url: url.href,
    hold: (when, statement) => {
      mode = when;
      marker = statement;
      held = 0;
    },
    held: () => held,
    release: () => {
      mode = undefined;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
