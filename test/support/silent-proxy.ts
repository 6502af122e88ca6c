// Stands between a service and its database, and can let everything it gets disappear: a machine that is gone without a word.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type SilentProxy = {
  /** The database's address, through here. */
  url: string;
  /** Nothing is passed on any more, in neither direction; new connections are taken and meet the same silence. */
  hush(): void;
  /** New connections get through again; those of the silence stay dead. */
  speak(): void;
  close(): Promise<void>;
};

/** Starts a proxy on a free port, before the server that `databaseUrl` names. */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((service) => {
    const isDead = isSilent;
    const database = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [service, database],
      [database, service],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes) => {
        if (!isSilent && !isDead && !hushed.has(service)) to.write(bytes);
      });
    }
  });
  const hushed = new WeakSet<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address !== null ? address.port : '');
  return {
    url: url.href,
    hush: () => {
      isSilent = true;
      for (const socket of sockets) hushed.add(socket);
    },
    speak: () => {
      isSilent = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
