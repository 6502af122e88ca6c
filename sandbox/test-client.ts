// What the tests of the sandbox share: a running one with a client that speaks to it over real HTTP, and a receiver of notifications.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, type SandboxOptions, startSandbox } from './start.ts';

export type Answer = { status: number; body: unknown };
type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

export type TestWorld = {
  sandbox: Sandbox;
  /** Any route, without our headers. */
  send: Call;
  /** A DirectKit route, with token and end-user address. */
  provider: Call;
  /** A control route. */
  control: Call;
  /** A new wallet; its id. */
  wallet(fields?: { status?: number; balanceCents?: number; kind?: string }): Promise<string>;
  balanceOf(accountId: string): Promise<unknown>;
  token(): Promise<string>;
};

export async function startTestWorld(options: SandboxOptions = {}): Promise<TestWorld> {
  const sandbox = await startSandbox(options);
  const send: Call = (method, path, body, headers = {}) => request(`${sandbox.url}${path}`, method, body, headers);
  const token = async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials' }).toString();
    const headers = { authorization: 'Basic sandbox-provider-key', 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await fetch(`${sandbox.url}/oauth/api/v1/oauth/token`, { method: 'POST', headers, body: form });
    return String(dig(await reply.json(), 'access_token'));
  };
  const provider: Call = async (method, path, body, headers = {}) =>
    send(method, `/directkitrest${path}`, body, {
      authorization: `Bearer ${await token()}`,
      'psu-ip-address': '192.0.2.1',
      ...headers,
    });
  const control: Call = (method, path, body) => send(method, `/_control${path}`, body);
  let wallets = 0;
  return {
    sandbox,
    send,
    provider,
    control,
    token,
    async wallet(fields = {}) {
      const accountId = `wallet-${++wallets}`;
      const { status } = await control('POST', '/accounts', { accountId, kind: 'individual', status: 6, ...fields });
      if (status !== 201) throw new Error(`wallet not opened: ${status}`);
      return accountId;
    },
    balanceOf: async (accountId) => dig((await control('GET', `/accounts/${accountId}`)).body, 'balanceCents'),
  };
}

async function request(url: string, method: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const reply = await fetch(url, {
    method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.includes('json') === true;
  return { status: reply.status, body: isJson ? JSON.parse(text) : text };
}

/** The value at a path of keys and positions; undefined where there is none. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

/** The list at a path; fails when there is none. */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const list = dig(value, ...path);
  if (!Array.isArray(list)) throw new Error(`no list at ${path.join('.')}`);
  return list;
}

/** The error code of a provider answer. */
export const errorCode = ({ body }: Answer) => dig(body, 'error', 'code');

export type Received = { path: string; apiKey: string | null; contentType: string; body: Record<string, unknown> };
export type Receiver = { url: string; received: Received[]; answerWith(...statuses: number[]): void; stop(): Promise<void> };

/** A small application that takes notifications; it answers 200, or first with the given statuses. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let statuses: number[] = [];
  const server = createServer(async (incoming, reply) => {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const url = new URL(incoming.url ?? '/', 'http://receiver');
    const contentType = incoming.headers['content-type'] ?? '';
    const body = contentType.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    received.push({ path: url.pathname, apiKey: url.searchParams.get('apiKey'), contentType, body });
    reply.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Border: a listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith(...next) {
      statuses = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The smallest that the provider takes for a picture and for a PDF, in base64. */
const ofLeastSize = (start: Uint8Array) => Buffer.concat([start, Buffer.alloc(100 * 1024)]).toString('base64');
export const PNG_BASE64 = ofLeastSize(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
export const PDF_BASE64 = ofLeastSize(Buffer.from('%PDF-1.7\n'));
/** Two valid IBANs that belong to the standard's examples. */
export const IBAN_FR = 'FR7630006000011234567890189';
export const IBAN_DE = 'DE89370400440532013000';
