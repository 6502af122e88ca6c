// Load generator: HTTP requests over keep-alive connections. It uses plain sockets, as it shares the processors with the service, and
// pgbench, which it is compared with, needs almost no CPU.

import { connect, type Socket } from 'node:net';

/** One request; `body` is JSON text. */
export type LoadRequest = { method: string; path: string; headers: Readonly<Record<string, string>>; body?: string };

/** What a run took. */
export type LoadResult = { perSecond: number; medianMs: number };

/**
 * Sends requests `first` to `first + count - 1` over `clients` connections, each of which waits for its answer before it
 * sends the next. Throws at the first answer that has another status than `status`.
 */
export async function runLoad(options: {
  url: string;
  clients: number;
  first: number;
  count: number;
  status: number;
  request: (n: number) => LoadRequest;
}): Promise<LoadResult> {
  const { hostname, port, host } = new URL(options.url);
  const end = options.first + options.count;
  let next = options.first;
  const times: number[] = [];
  const connections = await Promise.all(Array.from({ length: options.clients }, () => open(hostname, Number(port))));
  const started = performance.now();
  try {
    await Promise.all(
      connections.map(async (connection) => {
        while (next < end) {
          const n = next;
          next += 1;
          const sent = performance.now();
          const answer = await connection.exchange(textOf(options.request(n), host));
          times.push(performance.now() - sent);
          if (answer.status !== options.status) throw new Error(`request ${n} was answered ${answer.status}: ${answer.body}`);
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: options.count / seconds, medianMs: times[Math.floor(times.length / 2)] ?? 0 };
}

function textOf({ method, path, headers, body }: LoadRequest, host: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const json = body === undefined ? '' : 'content-type: application/json\r\n';
  const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body ?? '')}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${json}${length}\r\n${body ?? ''}`;
}

/** A connection for requests that are timed one by one. */
export async function openConnection(url: string) {
  const { hostname, port, host } = new URL(url);
  const connection = await open(hostname, Number(port));
  return {
    /** Sends one request and waits for its answer. */
    ask: async (request: LoadRequest): Promise<{ status: number; tookMs: number }> => {
      const text = textOf(request, host);
      const sent = performance.now();
      const { status } = await connection.exchange(text);
      return { status, tookMs: performance.now() - sent };
    },
    close: () => connection.close(),
  };
}

type HttpAnswer = { status: number; body: string };
type Connection = { exchange(text: string): Promise<HttpAnswer>; close(): void };

/** A connection that carries one exchange at a time. Reads answers with a Content-Length, which is all that the service sends. */
async function open(host: string, port: number): Promise<Connection> {
  const socket = await connected(host, port);
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  let received = '';
  // Expected length once the head has arrived, so that a large answer is not scanned again with every chunk.
  let wanted = 0;
  let waiting: PromiseWithResolvers<HttpAnswer> | undefined;
  socket.on('data', (chunk) => {
    received += chunk;
    if (received.length < wanted) return;
    wanted = lengthOf(received) ?? 0;
    if (wanted === 0 || received.length < wanted) return;
    const answer = readAnswer(received);
    received = '';
    wanted = 0;
    waiting?.resolve(answer);
  });
  const fail = (error?: Error) => waiting?.reject(error ?? new Error('the service closed the connection'));
  socket.on('error', fail);
  socket.on('close', () => fail());
  return {
    exchange: (text) => {
      waiting = Promise.withResolvers();
      socket.write(text);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

function connected(host: string, port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port });
  socket.once('connect', () => {
    socket.off('error', reject);
    resolve(socket);
  });
  socket.once('error', reject);
  return promise;
}

/** Characters of the whole answer; undefined until its head is there. */
function lengthOf(received: string): number | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  return headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd + 2))?.[1] ?? 0);
}

function readAnswer(whole: string): HttpAnswer {
  return { status: Number(whole.slice(9, 12)), body: whole.slice(whole.indexOf('\r\n\r\n') + 4) };
}
