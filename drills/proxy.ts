// A reverse proxy as production has one: it sends requests to instances that say they are ready, and tries nothing twice.

import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';

const ASKED_EVERY_MS = 100;
const ANSWERS_WITHIN_MS = 1_000;

/** Its address, and the instances that it may send to. */
export type ReverseProxy = {
  url: string;
  /** The addresses from now on; those that are not ready are left out. */
  serve(urls: readonly string[]): void;
  /** How many of them are ready. */
  readyCount(): number;
  close(): Promise<void>;
};

/** Starts it on a free port of this machine. */
export async function startProxy(): Promise<ReverseProxy> {
  let instances: { url: string; isReady: boolean }[] = [];
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const ready = instances.filter(({ isReady }) => isReady);
    turn += 1;
    const chosen = ready[turn % ready.length];
    if (chosen) forward(agent, chosen.url, request, response);
    else response.writeHead(503, { 'retry-after': '1' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(async () => {
    for (const instance of [...instances]) {
      const answer = await fetch(`${instance.url}/health/ready`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch(
        () => undefined,
      );
      instance.isReady = answer?.ok === true;
    }
  }, ASKED_EVERY_MS);
  const address = server.address();
  if (address === null || typeof address !== 'object') throw new Error('the proxy does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    serve: (urls) => {
      instances = urls.map((url) => instances.find((known) => known.url === url) ?? { url, isReady: false });
    },
    readyCount: () => instances.filter(({ isReady }) => isReady).length,
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(agent: Agent, url: string, request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(url);
  const { method, headers, url: path } = request;
  const onward = send({ agent, hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => {
    if (!response.headersSent) response.writeHead(502);
    response.end();
  });
  request.pipe(onward);
}
