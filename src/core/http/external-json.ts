// JSON of external services: shapes of replies, reading by GET with timeout and circuit breaker, and posting to a webhook.

import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { inSpan } from '../telemetry/trace.ts';
import { createTransport, type Outcome, withDeadline } from './outgoing.ts';

/** One request: the reply is validated against `shape`; additional fields are allowed. */
export type JsonRequest<Reply> = {
  /** Name in logs and metrics. */
  operation: string;
  /** Path below the base URL, already encoded. */
  path: string;
  /** A parameter that is undefined is left out. */
  query?: Readonly<Record<string, string | undefined>>;
  shape: Shape<Reply>;
  /** An error status that is a regular answer (such as 404 for "there is none") and is not logged. */
  expectedStatus?: number;
};

/** The reply, or why there is none: `status` of a reply that is no 2xx; null without a reply or with one of an unexpected shape. */
export type JsonResult<Reply> = { ok: true; value: Reply } | { ok: false; status: number | null; reason: string };

export type JsonReader = {
  /** Never throws. Any 2xx is a success. Safe to retry. */
  read<Reply>(request: JsonRequest<Reply>): Promise<JsonResult<Reply>>;
  close(): Promise<void>;
};

/** Called after every request, for metrics. */
export type ReadObserver = (call: { operation: string; outcome: string; durationMs: number }) => void;

export type JsonReaderOptions = {
  baseUrl: string;
  /** Sent with every request, such as API keys. */
  headers: Readonly<Record<string, string>>;
  /** Timeout of a whole request. */
  timeoutMs: number;
  onCall?: ReadObserver | undefined;
  log: { warn(fields: Record<string, unknown>, message: string): void };
};

const CONNECTIONS = 16;
/** Consecutive failures that open the circuit breaker. */
const BREAKER_THRESHOLD = 10;
const BREAKER_RESET_MS = 2_000;

/** A reader with its own connections and circuit breaker; one per external service. */
export function createJsonReader(options: JsonReaderOptions): JsonReader {
  const { log, timeoutMs } = options;
  const transport = createTransport({
    connections: CONNECTIONS,
    breakerThreshold: BREAKER_THRESHOLD,
    breakerResetMs: BREAKER_RESET_MS,
    onCircuit: (state) => log.warn({ service: new URL(options.baseUrl).host, state }, 'circuit breaker changed'),
  });
  const headers = { accept: 'application/json', ...options.headers };
  return {
    read: (request) =>
      inSpan({ name: `call ${request.operation}`, kind: 'client' }, async (span) => {
        const startedAt = performance.now();
        const url = urlOf(options.baseUrl, request);
        const answer = await withDeadline(timeoutMs, (deadline) => transport.exchange({ method: 'GET', url, headers, deadline }));
        const result = resultOf(request, answer);
        const { operation } = request;
        const outcome = result.ok ? 'ok' : 'failed';
        span.add({ 'mortar.call.outcome': outcome });
        options.onCall?.({ operation, outcome, durationMs: performance.now() - startedAt });
        if (!result.ok && (result.status === null || result.status !== request.expectedStatus))
          log.warn({ operation, reason: result.reason }, 'an external service could not be read');
        return result;
      }),
    close: () => transport.close(),
  };
}

function urlOf(baseUrl: string, { path, query = {} }: JsonRequest<unknown>): URL {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

function resultOf<Reply>(request: JsonRequest<Reply>, outcome: Outcome): JsonResult<Reply> {
  if (!outcome.reply) return { ok: false, status: null, reason: outcome.cause };
  const { status, body } = outcome.reply;
  if (status < 200 || status > 299) return { ok: false, status, reason: `answered ${status}` };
  const reply = parseJson(body);
  if (request.shape.Check(reply)) return { ok: true, value: reply };
  return { ok: false, status: null, reason: `unexpected shape: ${faultsOf(request.shape, reply).join('; ')}` };
}

/** Resolves on a 2xx; rejects with `<name>: <reason>` otherwise. `timeoutMs` bounds the whole exchange. */
export function postJson(name: string, url: string, body: unknown, timeoutMs: number): Promise<void> {
  return inSpan({ name: `call ${name}`, kind: 'client' }, () => post(name, url, body, timeoutMs));
}

async function post(name: string, url: string, body: unknown, timeoutMs: number): Promise<void> {
  const response = await withDeadline(timeoutMs, async (signal) => {
    const headers = { 'content-type': 'application/json' };
    // What is said to one address is not told to another: a redirect is an answer like any other that is no 2xx.
    const answered = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'manual' });
    await answered.body?.cancel();
    return answered;
  }).catch((error: unknown) => {
    throw new Error(
      `${name}: ${error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'not reachable'}`,
    );
  });
  if (!response.ok) throw new Error(`${name}: answered ${response.status}`);
}

const MAX_FAULTS = 5;

/** Expected shape of a reply; additional fields are allowed. */
export type Shape<Reply> = {
  Check(value: unknown): value is Reply;
  Errors(value: unknown): { instancePath: string; message: string }[];
};

/** Shape of a TypeBox schema, compiled at the first reply to keep the start of the service fast. */
export function shapeOf<Schema extends TSchema>(schema: Schema): Shape<Static<Schema>> {
  let compiled: Validator<Record<never, never>, Schema> | undefined;
  const validator = () => {
    compiled ??= Compile(schema);
    return compiled;
  };
  return { Check: (value): value is Static<Schema> => validator().Check(value), Errors: (value) => validator().Errors(value) };
}

/** Where and how a reply violates its shape, for a log line; without its values. */
export function faultsOf(shape: Shape<unknown>, reply: unknown): string[] {
  return shape
    .Errors(reply)
    .slice(0, MAX_FAULTS)
    .map((fault) => `${fault.instancePath || '/'} ${fault.message}`);
}

/** Parsed JSON; undefined when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
