// Asks a service outside for JSON, by GET alone: time limit, circuit breaker, shape of the reply; faults go to the log.

import { createTransport, type Outcome } from './outgoing.ts';
import { faultsOf, parseJson, type Shape } from './shape.ts';

/** One question: `shape` is checked before anybody reads the answer; fields beyond it are let through. */
export type Question<Reply> = {
  /** Name in logs and metrics. */
  operation: string;
  /** Below the base URL, already encoded. */
  path: string;
  /** A parameter that is undefined is left out. */
  query?: Readonly<Record<string, string | undefined>>;
  shape: Shape<Reply>;
  /** Status that answers the question too ("there is none"): not worth a log line. */
  expectedStatus?: number;
};

/** What was read, or that there is nothing to read: `status` of a reply that is no 2xx, null for silence and wrong shapes. */
export type Reading<Reply> = { ok: true; value: Reply } | { ok: false; status: number | null; reason: string };

export type JsonReader = {
  /** Never throws. Any 2xx is a success. A GET without effect: the caller may ask again. */
  read<Reply>(question: Question<Reply>): Promise<Reading<Reply>>;
  close(): Promise<void>;
};

/** Told after every call, for metrics. */
export type ReadObserver = (call: { operation: string; outcome: string; durationMs: number }) => void;

export type JsonReaderOptions = {
  baseUrl: string;
  /** Sent with every call: keys. */
  headers: Readonly<Record<string, string>>;
  /** Limit of a whole call. */
  timeoutMs: number;
  onCall?: ReadObserver | undefined;
  log: { warn(fields: Record<string, unknown>, message: string): void };
};

const CONNECTIONS = 16;
/** Calls in a row without a usable reply after which none is tried for a moment. */
const BREAKER_THRESHOLD = 10;
const BREAKER_RESET_MS = 2_000;

/** A reader of its own connections and circuit: one per service outside. */
export function createJsonReader(options: JsonReaderOptions): JsonReader {
  const { log, timeoutMs } = options;
  const transport = createTransport({
    connections: CONNECTIONS,
    breakerThreshold: BREAKER_THRESHOLD,
    breakerResetMs: BREAKER_RESET_MS,
    onCircuit: (state) => log.warn({ service: new URL(options.baseUrl).host, state }, 'circuit changed'),
  });
  const headers = { accept: 'application/json', ...options.headers };
  return {
    async read(question) {
      const startedAt = performance.now();
      const url = urlOf(options.baseUrl, question);
      const outcome = await transport.exchange({ method: 'GET', url, headers, deadline: AbortSignal.timeout(timeoutMs) });
      const reading = judge(question, outcome);
      const { operation } = question;
      options.onCall?.({ operation, outcome: reading.ok ? 'ok' : 'failed', durationMs: performance.now() - startedAt });
      if (!reading.ok && (reading.status === null || reading.status !== question.expectedStatus))
        log.warn({ operation, reason: reading.reason }, 'a service outside could not be read');
      return reading;
    },
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
