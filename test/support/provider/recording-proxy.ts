// Proxy between the adapter and any provider that records requests and answers.

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Exchange, Service } from './calls.ts';
import { TOKEN_PATH } from './onboarding-shapes.ts';

/** Where the provider is; each is a setting of the adapter. */
export type ProviderAddresses = { baseUrl: string; tokenUrl: string; onboardingBaseUrl: string };

/** Hop by hop, or of the connection that fetch makes. */
const NOT_PASSED_ON = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'keep-alive'];

/** Starts the proxy; `addresses` are for the adapter instead. */
export async function startRecordingProxy(provider: ProviderAddresses, onExchange: (exchange: Exchange) => void) {
  const server = createServer(async (request, reply) => {
    const { service, path, query, target } = whereTo(provider, request.url ?? '/');
    const body = await buffer(request);
    const { method = 'GET', headers } = request;
    try {
      const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || NOT_PASSED_ON.includes(name) ? [] : [[name, String(value)]],
      );
      const answer = await fetch(target, { method, headers: passed, ...(body.length > 0 ? { body } : {}), redirect: 'manual' });
      const text = await answer.text();
      const type = answer.headers.get('content-type') ?? '';
      reply.writeHead(answer.status, type === '' ? {} : { 'content-type': type }).end(text);
      const isJson = type.includes('json');
      onExchange({
        service,
        method,
        path,
        query,
        headers,
        body: readBody(request, body),
        status: answer.status,
        answer: isJson ? text : undefined,
        isFault: false,
      });
    } catch {
      // No answer is what the adapter has to see, too.
      request.socket.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Border: a listening TCP server has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    addresses: { baseUrl: `${url}/directkit`, tokenUrl: `${url}/token`, onboardingBaseUrl: `${url}/onboarding` },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function whereTo(provider: ProviderAddresses, url: string) {
  const { pathname, search, searchParams } = new URL(url, 'http://127.0.0.1');
  const [, first = ''] = pathname.split('/');
  const service: Service = first === 'token' || first === 'onboarding' ? first : 'directkit';
  const path = service === 'token' ? TOKEN_PATH : pathname.slice(first.length + 1);
  const bases = { token: provider.tokenUrl, directkit: provider.baseUrl + path, onboarding: provider.onboardingBaseUrl + path };
  return { service, path, query: Object.fromEntries(searchParams), target: bases[service] + search };
}

function readBody({ headers }: IncomingMessage, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const text = body.toString('utf8');
  return headers['content-type']?.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}
