// A proxy as production has one: it keeps connections to its instances, and sends requests to those that call themselves ready.

import { once } from 'node:events';
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type ReadinessProxy = {
  url: string;
  /** Whether the proxy sends requests there now. */
  isReady(instance: string): boolean;
  close(): Promise<void>;
};

const LOOK_EVERY_MS = 50;

/** Starts one before `instances`, in turn. Nothing is repeated: what an instance does not answer is a 502. */
export async function startReadinessProxy(instances: readonly string[]): Promise<ReadinessProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;
  const look = async () => {
    for (const instance of instances) {
      const status = await statusOf(agent, `${instance}/health/ready`);
      if (status === 200) ready.add(instance);
      else ready.delete(instance);
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);
  const server = createServer((incoming, outgoing) => {
    const open = [...ready];
    turn += 1;
    const instance = open[turn % Math.max(1, open.length)];
    if (instance === undefined) outgoing.writeHead(502).end('nobody is ready');
    else pass(agent, instance, incoming, outgoing);
  });
  await looking;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`,
    isReady: (instance) => ready.has(instance),
    close: async () => {
      clearInterval(timer);
      await looking;
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

function statusOf(agent: Agent, url: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  ask(url, { agent }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  })
    .on('error', () => resolve(undefined))
    .end();
  return promise;
}

function pass(agent: Agent, instance: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url } = incoming;
  const passed = ask(`${instance}${url}`, { agent, method: method ?? 'GET', headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', (error) => outgoing.writeHead(502).end(String(error)));
  incoming.pipe(passed);
}
