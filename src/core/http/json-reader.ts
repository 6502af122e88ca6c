// Reads JSON from an external service by GET: timeout, circuit breaker, validation of the reply; failures are logged.

import { inSpan } from '../trace.ts';
import { withDeadline } from './deadline.ts';
import { createTransport, type Outcome } from './outgoing.ts';
import { faultsOf, parseJson, type Shape } from './shape.ts';

/** One request: the reply is validated against `shape`; additional fields are allowed. */
export type Question<Reply> = {
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
export type Reading<Reply> = { ok: true; value: Reply } | { ok: false; status: number | null; reason: string };

export type JsonReader = {
  /** Never throws. Any 2xx is a success. Safe to retry. */
  read<Reply>(question: Question<Reply>): Promise<Reading<Reply>>;
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
    read: (question) =>
      inSpan({ name: `call ${question.operation}`, kind: 'client' }, async (span) => {
        const startedAt = performance.now();
        const url = urlOf(options.baseUrl, question);
        const answer = await withDeadline(timeoutMs, (deadline) => transport.exchange({ method: 'GET', url, headers, deadline }));
        const reading = judge(question, answer);
        const { operation } = question;
        const outcome = reading.ok ? 'ok' : 'failed';
        span.add({ 'mortar.call.outcome': outcome });
        options.onCall?.({ operation, outcome, durationMs: performance.now() - startedAt });
        if (!reading.ok && (reading.status === null || reading.status !== question.expectedStatus))
          log.warn({ operation, reason: reading.reason }, 'an external service could not be read');
        return reading;
      }),
    close: () => transport.close(),
  };
}

function urlOf(baseUrl: string, { path, query = {} }: Question<unknown>): URL {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

function judge<Reply>(question: Question<Reply>, outcome: Outcome): Reading<Reply> {
  if (!outcome.reply) return { ok: false, status: null, reason: outcome.cause };
  const { status, body } = outcome.reply;
  if (status < 200 || status > 299) return { ok: false, status, reason: `answered ${status}` };
  const reply = parseJson(body);
  if (question.shape.Check(reply)) return { ok: true, value: reply };
  return { ok: false, status: null, reason: `unexpected shape: ${faultsOf(question.shape, reply).join('; ')}` };
}
