// HTTP client of the provider: access token, headers, timeout and retries.

import Type from 'typebox';
import { releaseWhile } from '../../core/concurrency/admission.ts';
import { shapeOf } from '../../core/http/external-json.ts';
import { createTransport, type Outcome, type Transport, withDeadline, withinDeadline } from '../../core/http/outgoing.ts';
import { inSpan, type SpanValues } from '../../core/telemetry/trace.ts';
import type { CallContext, FailureKind, ProviderFailure, ProviderResult } from './port.ts';
import { type CallHead, failure, type ProviderLog, readOutcome, type WireCall } from './replies.ts';

export type Client = {
  call<Reply, T>(call: WireCall<Reply, T>, context: CallContext | undefined): Promise<ProviderResult<T>>;
  close(): Promise<void>;
};

/** Called after every call, for metrics: `outcome` is `ok` or the kind of failure. */
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
 * The HTTP client behind the port. `timeoutMs` bounds a whole call: token, request and retry. A GET is retried once after a connection
 * error or a gateway's 502, 503 or 504. Nothing else is retried: no timeout (the caller has waited long enough), no 500 (the provider's
 * own answer), and no call that could move money. Any call is sent again with a new token after a 401, as the provider refused it before
 * any effect.
 */
export function createClient(options: ClientOptions): Client {
  const { send, close } = createSender(options);

  async function perform<Reply, T>(
    call: WireCall<Reply, T>,
    context: CallContext | undefined,
    deadline: AbortSignal,
  ): Promise<ProviderResult<T>> {
    const headers = headersOf(call, context, options.serverAddress);
    let sent = await send(call, headers, deadline);
    if (sent.ok && call.method === 'GET' && mayRepeat(sent.outcome)) sent = await send(call, headers, deadline);
    return sent.ok ? readOutcome(call, sent.outcome, options.log) : sent;
  }

  return {
    call: (call, context) =>
      inSpan({ name: `call ${call.operation}`, kind: 'client', values: referenceIn(call) }, async (span) => {
        const startedAt = performance.now();
        const result = await releaseWhile(() =>
          withDeadline(call.timeoutMs ?? options.timeoutMs, (deadline) => perform(call, context, deadline)),
        );
        const outcome = result.ok ? 'ok' : result.kind;
        span.add({ 'mortar.call.outcome': outcome });
        options.onCall?.({ operation: call.operation, outcome, durationMs: performance.now() - startedAt });
        return result;
      }),
    close,
  };
}

type Sent = { ok: true; outcome: Outcome } | ProviderFailure;

/** Sends calls with a valid token; each service has its own connections and circuit breaker. */
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
    const { method, largestReplyBytes } = call;
    const request = { method, url: urlOf(baseUrl, call), ...bodyOf(call), largestReplyBytes, deadline };
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

/** Our reference of what is ordered or looked for: the id of a payment, for one. */
function referenceIn({ query, body }: CallHead): SpanValues {
  const said = typeof body === 'object' && body !== null && 'reference' in body ? body.reference : query?.reference;
  return typeof said === 'string' ? { 'mortar.call.reference': said } : {};
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
  const language = headerText(context?.language);
  return {
    accept: 'application/json',
    ...(call.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    // A dual-stack server sees an IPv4 client as ::ffff:a.b.c.d.
    'PSU-IP-Address': headerText(context?.userAddress?.replace(/^::ffff:(?=\d+\.)/i, '')) ?? serverAddress,
    'PSU-User-Agent': headerText(context?.userAgent) ?? SERVER_USER_AGENT,
    ...(language === undefined ? {} : { 'PSU-Accept-Language': language }),
  };
}

/** Client text made safe for a header: printable ASCII, no line break, limited length; undefined when nothing is left. */
function headerText(text: string | undefined): string | undefined {
  const safe = text
    ?.replace(/[^\x20-\x7e]/g, '')
    .slice(0, 256)
    .trim();
  return safe === '' ? undefined : safe;
}

function mayRepeat(outcome: Outcome): boolean {
  if (!outcome.reply) return outcome.cause === 'connection';
  return outcome.reply.status >= 502 && outcome.reply.status <= 504;
}

const TokenReply = shapeOf(Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() }));

type TokenResult = { ok: true; token: string } | ProviderFailure;

type TokenCache = {
  /** The cached token while it is valid, else null. */
  current(): string | null;
  /** A new token from the provider; concurrent callers share one request. */
  renew(): Promise<TokenResult>;
  /** Removes a token that the provider refused, unless another call has replaced it already. */
  discard(token: string): void;
};

/**
 * Cache of the token endpoint. A token is used until it expires: before that the provider returns the same one again, and a call that
 * is sent too late gets a 401 before any effect. Expiry is measured with the monotonic clock, not in business time.
 */
function createTokenCache(options: { transport: Transport; tokenUrl: string; apiKey: string; timeoutMs: number }): TokenCache {
  let held: { token: string; expiresAt: number } | null = null;
  let renewal: Promise<TokenResult> | null = null;

  async function request(): Promise<TokenResult> {
    const outcome = await withDeadline(options.timeoutMs, (deadline) =>
      options.transport.exchange({
        method: 'POST',
        url: new URL(options.tokenUrl),
        headers: {
          authorization: `Basic ${options.apiKey}`,
          accept: 'application/json;charset=UTF-8',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
        deadline,
      }),
    );
    const result = readToken(outcome);
    if (!result.ok) return result;
    held = { token: result.token, expiresAt: performance.now() + result.lifetimeMs };
    return result;
  }

  return {
    current: () => (held && performance.now() < held.expiresAt ? held.token : null),
    renew() {
      renewal ??= request().finally(() => {
        renewal = null;
      });
      return renewal;
    },
    discard(token) {
      if (held?.token === token) held = null;
    },
  };
}

function readToken(
  outcome: Awaited<ReturnType<Transport['exchange']>>,
): { ok: true; token: string; lifetimeMs: number } | ProviderFailure {
  if (!outcome.reply) return failure('unavailable', `token endpoint: ${outcome.cause}`);
  const { status, body } = outcome.reply;
  if (status === 400 || status === 401 || status === 403) return failure('unauthorized', `token endpoint answered ${status}`);
  if (status < 200 || status > 299) return failure('unavailable', `token endpoint answered ${status}`);
  try {
    const reply: unknown = JSON.parse(body);
    if (TokenReply.Check(reply)) return { ok: true, token: reply.access_token, lifetimeMs: reply.expires_in * 1000 };
  } catch {
    // Not JSON: the failure below does not quote the reply, which may contain a token.
  }
  return failure('unavailable', 'token endpoint answered something else than a token');
}
