// A call to the provider from end to end: token, headers, time limit, and what may be repeated.

import { outsideOfTurn } from '../../core/admission.ts';
import { withinDeadline } from '../../core/http/deadline.ts';
import { createTransport, type Outcome } from '../../core/http/outgoing.ts';
import { failure } from './failures.ts';
import type { CallContext, FailureKind, ProviderFailure, ProviderResult } from './port.ts';
import { type CallHead, type ProviderLog, readOutcome, type WireCall } from './replies.ts';
import { createTokenCache, type TokenResult } from './token.ts';

export type Client = {
  call<Reply, T>(call: WireCall<Reply, T>, context: CallContext | undefined): Promise<ProviderResult<T>>;
  close(): Promise<void>;
};

/** Told after every call, for metrics: `outcome` is `ok` or the failure's kind. */
export type CallObserver = (info: { operation: string; outcome: 'ok' | FailureKind; durationMs: number }) => void;

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
      const result = await outsideOfTurn(() => perform(call, context));
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
