// A call to the provider from end to end: token, headers, time limit, what may be repeated, and how its reply is judged.

import { withinDeadline } from './deadline.ts';
import { failure, kindOfCode } from './failures.ts';
import type { CallContext, FailureKind, ProviderFailure, ProviderResult } from './port.ts';
import { createTokenCache, type TokenResult } from './token.ts';
import { createTransport, type Outcome } from './transport.ts';

export type CallHead = {
  operation: string;
  service?: 'directkit' | 'onboarding';
  method: 'GET' | 'POST' | 'PUT';
  /** Below the base URL, already encoded. */
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Instead of the client's limit. */
  timeoutMs?: number;
};

/** A compiled TypeBox schema, as far as it is used here. */
type Shape<Reply> = {
  Check(value: unknown): value is Reply;
  Errors(value: unknown): { instancePath: string; message: string }[];
};

/** One call as the wire sees it: `shape` is checked before `read` turns the reply into our terms. */
export type WireCall<Reply, T> = CallHead & { shape: Shape<Reply>; read: (reply: Reply) => T };

export type Client = {
  call<Reply, T>(call: WireCall<Reply, T>, context: CallContext | undefined): Promise<ProviderResult<T>>;
  close(): Promise<void>;
};

/** Told after every call, for metrics: `outcome` is `ok` or the failure's kind. */
export type CallObserver = (info: { operation: string; outcome: 'ok' | FailureKind; durationMs: number }) => void;

/** The part of a logger that the adapter uses; pino's fits. */
export type ProviderLog = { warn(fields: Record<string, unknown>, message: string): void };

export type ClientOptions = {
  baseUrl: string;
  tokenUrl: string;
  apiKey: string;
  onboardingBaseUrl: string;
  serverAddress: string;
  timeoutMs: number;
  connections: number;
  breakerThreshold: number;
  breakerResetMs: number;
  onCall?: CallObserver | undefined;
  log?: ProviderLog | undefined;
};

const SERVER_USER_AGENT = 'Mortar';

/**
 * The HTTP side of the port. `timeoutMs` bounds a whole call: token, the call itself, and a repetition where one is allowed.
 * A GET is repeated once when the connection broke or a gateway answered 502, 503 or 504. Nothing else is: not after a
 * time-out (the caller has waited enough), not a 500 (the provider's own answer), and never anything that could move money.
 * A 401 renews the token and sends again, whatever the call: the provider refused it before doing anything.
 */
export function createClient(options: ClientOptions): Client {
  const { send, close } = createSender(options);

  async function perform<Reply, T>(call: WireCall<Reply, T>, context: CallContext | undefined): Promise<ProviderResult<T>> {
    const deadline = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs);
    const headers = headersOf(call, context, options.serverAddress);
    let sent = await send(call, headers, deadline);
    if (sent.ok && call.method === 'GET' && mayRepeat(sent.outcome)) sent = await send(call, headers, deadline);
    return sent.ok ? readOutcome(call, sent.outcome, options.log) : sent;
  }

  return {
    async call(call, context) {
      const startedAt = performance.now();
      const result = await perform(call, context);
      const outcome = result.ok ? 'ok' : result.kind;
      options.onCall?.({ operation: call.operation, outcome, durationMs: performance.now() - startedAt });
      return result;
    },
    close,
  };
}

type Sent = { ok: true; outcome: Outcome } | ProviderFailure;

/** Sends calls with a living token, each service over its own connections and circuit. */
function createSender(options: ClientOptions) {
  const serviceOf = (name: string, baseUrl: string) => {
    const onCircuit = (state: 'open' | 'closed') => options.log?.warn({ service: name, state }, 'provider circuit changed');
    return { baseUrl, transport: createTransport({ ...options, onCircuit }) };
  };
  const services = {
    directkit: serviceOf('directkit', options.baseUrl),
    onboarding: serviceOf('onboarding', options.onboardingBaseUrl),
  };
  const tokens = createTokenCache({ ...options, transport: services.directkit.transport });

  async function tokenWithin(deadline: AbortSignal): Promise<TokenResult> {
    const token = tokens.current();
    if (token !== null) return { ok: true, token };
    const renewed = await withinDeadline(tokens.renew(), deadline);
    return renewed ?? failure('unavailable', 'token endpoint: timeout');
  }

  async function send(call: CallHead, headers: Record<string, string>, deadline: AbortSignal): Promise<Sent> {
    const { baseUrl, transport } = services[call.service ?? 'directkit'];
    const request = { method: call.method, url: urlOf(baseUrl, call), ...bodyOf(call), deadline };
    for (let refused = 0; ; refused += 1) {
      const token = await tokenWithin(deadline);
      if (!token.ok) return token;
      const outcome = await transport.exchange({ ...request, headers: { ...headers, authorization: `Bearer ${token.token}` } });
      if (outcome.reply?.status !== 401 || refused > 0) return { ok: true, outcome };
      tokens.discard(token.token);
    }
  }

  return {
    send,
    async close() {
      await Promise.all(Object.values(services).map(({ transport }) => transport.close()));
    },
  };
}

function bodyOf(call: CallHead): { body?: string } {
  return call.body === undefined ? {} : { body: JSON.stringify(call.body) };
}

function urlOf(baseUrl: string, call: CallHead): URL {
  const url = new URL(baseUrl.replace(/\/+$/, '') + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function headersOf(call: CallHead, context: CallContext | undefined, serverAddress: string): Record<string, string> {
  return {
    accept: 'application/json',
    ...(call.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    // A server behind both protocols sees an IPv4 client as ::ffff:a.b.c.d.
    'PSU-IP-Address': headerText(context?.userAddress?.replace(/^::ffff:(?=\d+\.)/i, '')) || serverAddress,
    'PSU-User-Agent': headerText(context?.userAgent) || SERVER_USER_AGENT,
    ...(context?.language ? { 'PSU-Accept-Language': headerText(context.language) } : {}),
  };
}

/** Text of a client that may stand in a header: printable ASCII, no line break, bounded. */
function headerText(text: string | undefined): string {
  return (text ?? '')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 256)
    .trim();
}

function mayRepeat(outcome: Outcome): boolean {
  if (!outcome.reply) return outcome.cause === 'connection';
  return outcome.reply.status >= 502 && outcome.reply.status <= 504;
}

/** The reply judged: an error in any body, then the status, then the shape. Anything we cannot read leaves the outcome unknown. */
function readOutcome<Reply, T>(call: WireCall<Reply, T>, outcome: Outcome, log: ProviderLog | undefined): ProviderResult<T> {
  const name = call.operation;
  if (!outcome.reply) return failure('unavailable', `${name}: ${outcome.cause}`);
  const { status, body } = outcome.reply;
  const json = parseJson(body);
  const error = errorIn(json);
  // Even with a reason in its body a 5xx does not prove that nothing happened.
  if (status >= 500) return failure('unavailable', `${name}: the provider answered ${status}`, error?.code);
  if (error) return failure(kindOfError(error, status), `${name}: ${error.message ?? 'refused'}`, error.code);
  if (status < 200 || status > 299) return failure(kindOfStatus(call, status), `${name}: the provider answered ${status}`);
  if (call.shape.Check(json)) return { ok: true, value: call.read(json) };
  log?.warn({ operation: name, faults: faultsOf(call.shape, json) }, 'provider reply has an unexpected shape');
  return failure('unavailable', `${name}: the provider's reply has an unexpected shape`);
}

/** Where and how a reply breaks its shape; never with its values. */
function faultsOf(shape: Shape<unknown>, json: unknown): string[] {
  return shape
    .Errors(json)
    .slice(0, 5)
    .map((fault) => `${fault.instancePath || '/'} ${fault.message}`);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

type WireError = { code?: number; message?: string };

/** The `error` object that any reply may carry, whatever its HTTP status; null where there is none. */
function errorIn(json: unknown): WireError | null {
  if (typeof json !== 'object' || json === null || !('error' in json)) return null;
  const { error } = json;
  if (error === null || error === undefined) return null;
  if (typeof error !== 'object') return { message: String(error) };
  const code = 'code' in error ? Number(error.code) : Number.NaN;
  return {
    ...(Number.isInteger(code) ? { code } : {}),
    ...('message' in error && typeof error.message === 'string' ? { message: error.message } : {}),
  };
}

function kindOfError(error: WireError, status: number): FailureKind {
  if (error.code !== undefined) return kindOfCode(error.code);
  return status === 401 || status === 403 ? 'unauthorized' : 'rejected';
}

/** Without a reason in the body, 404 is a wrong address on DirectKit, which must not read as "money did not move". */
function kindOfStatus(call: CallHead, status: number): FailureKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 400 || status === 422) return 'rejected';
  if (status === 404 && call.service === 'onboarding') return 'not-found';
  return 'unavailable';
}
