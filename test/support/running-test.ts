// Which test is running, and which request a line of the server's code serves: what ties an observation to the test that made it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** A test of this process; two of the same name differ in `number`. */
export type RunningTest = { name: string; number: number };

/** One request under way: the test during which it arrived, the trigger of a state row it belongs to, and its input. */
export type Request = {
  test: RunningTest | undefined;
  trigger: Set<string> | undefined;
  params: unknown;
  body: unknown;
  /** Audit rows that its code wrote. */
  written: WrittenAudit[];
};

/** An audit row as core/audit.ts announces it. */
export type WrittenAudit = { kind: string; target?: { type: string; id: string } };

const running: RunningTest[] = [];
const requests = new AsyncLocalStorage<Request>();
let count = 0;
let trigger: Set<string> | undefined;

// Tests of a file run one after the other: the last one that started and has not ended is the one.
subscribe('tracing:node.test:start', (message) => {
  const { name, type } = message as { name: string; type: string };
  if (type === 'test') running.push({ name, number: ++count });
});
subscribe('tracing:node.test:end', (message) => {
  const { name, type } = message as { name: string; type: string };
  const at = type === 'test' ? running.findLastIndex((test) => test.name === name) : -1;
  if (at >= 0) running.splice(at, 1);
});
// What the server does for a request, the observer of its answer included, follows in this context.
subscribe('http.server.request.start', () =>
  requests.enterWith({ test: currentTest(), trigger, params: undefined, body: undefined, written: [] }),
);
subscribe('tracing:fastify.request.handler:start', (message) => {
  const { request } = message as { request: { params: unknown; body: unknown } };
  const store = requests.getStore();
  if (store) Object.assign(store, { params: request.params, body: request.body });
});
subscribe('mortar:admin-action', (message) => void requests.getStore()?.written.push(message as WrittenAudit));

/** The test that runs now; undefined in hooks and outside of tests. */
export function currentTest(): RunningTest | undefined {
  return running.at(-1);
}

/** The request that the running code serves. */
export function currentRequest(): Request | undefined {
  return requests.getStore();
}

/** Runs `act` and collects into `answers` what the requests that arrive meanwhile are answered. */
export async function triggering<T>(answers: Set<string>, act: () => Promise<T>): Promise<T> {
  trigger = answers;
  try {
    return await act();
  } finally {
    trigger = undefined;
  }
}
