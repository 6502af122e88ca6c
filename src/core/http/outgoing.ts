// HTTP exchange with an external service: pooled connections, deadlines, circuit breaker. Never throws and does not interpret the reply.

import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import { Agent, type Dispatcher } from 'undici';

export type Exchange = {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** A longer reply is not read to its end; {@link LARGEST_REPLY_BYTES} by default. */
  largestReplyBytes?: number | undefined;
  /** Aborted at the timeout of the whole call. */
  deadline: AbortSignal;
};

/**
 * An HTTP reply of any status, or why there is none. A redirect is a reply: nothing is sent to where it leads. `not-sent`: the circuit is
 * open and nothing was sent. `connection`, `timeout`, `too-large`: the request may have been served.
 */
export type Outcome =
  | { reply: { status: number; body: string } }
  | { reply: null; cause: 'connection' | 'timeout' | 'not-sent' | 'too-large' };

export type Transport = { exchange(exchange: Exchange): Promise<Outcome>; close(): Promise<void> };

export type TransportOptions = {
  /** Maximum of connections to one host. */
  connections: number;
  /** Consecutive failures (no reply, or a 5xx) that open the circuit. */
  breakerThreshold: number;
  /** How long the circuit stays open before one call probes it. */
  breakerResetMs: number;
  onCircuit?: ((state: 'open' | 'closed') => void) | undefined;
};

/** Far above any record, and nothing that a service could fill the memory with. */
const LARGEST_REPLY_BYTES = 1024 * 1024;

/** A transport with its own pool and circuit; one per service, so that a failing service does not affect the others. */
export function createTransport(options: TransportOptions): Transport {
  const agent = new Agent({ connections: options.connections });
  // A 2xx or 4xx shows that the service works, so only missing replies and 5xx count as failures.
  const circuit = circuitBreaker(
    // Border: the library types the result as unknown; every execute below returns an Outcome.
    handleWhenResult((result) => isBroken(result as Outcome)),
    { halfOpenAfter: options.breakerResetMs, breaker: new ConsecutiveBreaker(options.breakerThreshold) },
  );
  circuit.onBreak(() => options.onCircuit?.('open'));
  circuit.onReset(() => options.onCircuit?.('closed'));

  return {
    async exchange(exchange) {
      // While one call probes a half-open circuit the others wait for the result, but not past their own deadline.
      const outcome = await withinDeadline(guarded(), exchange.deadline);
      return outcome ?? { reply: null, cause: 'timeout' };

      async function guarded(): Promise<Outcome> {
        try {
          return await circuit.execute(() => send(agent, exchange));
        } catch (error) {
          if (error instanceof BrokenCircuitError) return { reply: null, cause: 'not-sent' };
          throw error;
        }
      }
    },
    close: () => agent.destroy(),
  };
}

function isBroken(outcome: Outcome): boolean {
  if (outcome.reply === null) return true;
  return outcome.reply.status >= 500;
}

async function send(agent: Agent, exchange: Exchange): Promise<Outcome> {
  try {
    const response = await agent.request({
      origin: exchange.url.origin,
      path: exchange.url.pathname + exchange.url.search,
      method: exchange.method,
      headers: exchange.headers,
      body: exchange.body ?? null,
      signal: exchange.deadline,
    });
    const body = await textOf(response, exchange.largestReplyBytes ?? LARGEST_REPLY_BYTES);
    return body === undefined ? { reply: null, cause: 'too-large' } : { reply: { status: response.statusCode, body } };
  } catch {
    // The library's error may contain headers or the body: only its kind is returned.
    return { reply: null, cause: exchange.deadline.aborted ? 'timeout' : 'connection' };
  }
}

/** The body; undefined where it is longer than `most` bytes, and then the connection is closed. */
async function textOf({ headers, body }: Dispatcher.ResponseData, most: number): Promise<string | undefined> {
  const announced = headers['content-length'];
  if (announced !== undefined && Number(announced) <= most) return body.text();
  // What is not read to its end fails, which nobody waits for.
  body.on('error', () => {});
  if (announced === undefined) return readUpTo(body, most);
  body.destroy();
  return undefined;
}

async function readUpTo(body: AsyncIterable<Buffer>, most: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Runs `work` with a signal that is aborted after `timeoutMs`, for a `TimeoutError`. The timer ends with the work: that of
 * `AbortSignal.timeout` lasts until its time and keeps all that the request has in memory.
 */
export async function withDeadline<T>(timeoutMs: number, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The call took too long.', 'TimeoutError')), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for shared work (a token renewal, a probe of a circuit breaker) only until the deadline of the waiting call. The value of `work`, or
 * null once the deadline has passed; the work itself continues for other callers.
 */
export function withinDeadline<T extends object>(work: Promise<T>, deadline: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null);
    if (deadline.aborted) giveUp();
    deadline.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', giveUp));
  });
}
