// One HTTP exchange with a service outside: pooled connections, time limit, circuit breaker. Never throws; knows no meaning.

import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import { Agent } from 'undici';
import { withinDeadline } from './deadline.ts';

export type Exchange = {
  method: 'GET' | 'POST' | 'PUT';
  /** Whole URL. */
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Aborts when the time limit of the whole call has passed. */
  deadline: AbortSignal;
};

/**
 * What came back: an HTTP reply of any status, or why there is none.
 * `not-sent`: the circuit is open, nothing left this machine. `connection`, `timeout`: the request may have been served.
 */
export type Outcome = { reply: { status: number; body: string } } | { reply: null; cause: 'connection' | 'timeout' | 'not-sent' };

export type Transport = { exchange(exchange: Exchange): Promise<Outcome>; close(): Promise<void> };

export type TransportOptions = {
  /** Connections kept to one host. */
  connections: number;
  /** Failures in a row (no reply, or a 5xx) that open the circuit. */
  breakerThreshold: number;
  /** How long an open circuit refuses before one call may try again. */
  breakerResetMs: number;
  onCircuit?: ((state: 'open' | 'closed') => void) | undefined;
};

const LARGEST_REPLY_BYTES = 64 * 1024 * 1024;

/** A transport of its own pool and circuit: one per service, so that one being down does not silence the other. */
export function createTransport(options: TransportOptions): Transport {
  const agent = new Agent({ connections: options.connections, maxResponseSize: LARGEST_REPLY_BYTES });
  // A refusal in a 4xx or 2xx is the service at work, not a failure of the line: only silence and 5xx count.
  const circuit = circuitBreaker(
    // The library hands the result over as unknown; every execute below returns an Outcome.
    handleWhenResult((result) => isBroken(result as Outcome)),
    { halfOpenAfter: options.breakerResetMs, breaker: new ConsecutiveBreaker(options.breakerThreshold) },
  );
  circuit.onBreak(() => options.onCircuit?.('open'));
  circuit.onReset(() => options.onCircuit?.('closed'));

  return {
    async exchange(exchange) {
      // While one call probes a half-open circuit the others wait for its verdict, but not past their own deadline.
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
    return { reply: { status: response.statusCode, body: await response.body.text() } };
  } catch {
    // The library's error may quote headers or the body: only its kind goes on.
    return { reply: null, cause: exchange.deadline.aborted ? 'timeout' : 'connection' };
  }
}
