// Which test is running, and which request a line of the server's code serves: what ties an observation to the test that made it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** A test of this process; two of the same name differ in `number`. */
export type RunningTest = { name: string; number: number };

/** One request under way: the test during which it arrived, the trigger of a state row it belongs to, and its input. */
export type Request = {
  test: RunningTest | undefined;
  trigger: Set<string> | undefined;
  params: unknown;
  body: unknown;
  /** Ids of the audit rows that its code wrote, committed or not. */
  audits: string[];
};

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
  requests.enterWith({ test: currentTest(), trigger, params: undefined, body: undefined, audits: [] }),
);
subscribe('tracing:fastify.request.handler:start', (message) => {
  const { request } = message as { request: { params: unknown; body: unknown } };
  const store = requests.getStore();
  if (store) Object.assign(store, { params: request.params, body: request.body });
});
// The product announces nothing for the tests' sake: its statements are read on their way to the database.
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [text, values] = statementOf(given);
  const columns = /^insert into "admin_action" \(([^)]*)\)/.exec(text)?.[1]?.split(', ');
  if (columns) requests.getStore()?.audits.push(String(values[columns.indexOf('"id"')]));
  // Border: all the ways to call it pass through as they came.
  return Reflect.apply(query, this, given) as never;
};

/** Text and values of a call of `query`, given one by one or in one object. */
function statementOf([first, second]: readonly unknown[]): [text: string, values: readonly unknown[]] {
  if (typeof first === 'string') return [first, Array.isArray(second) ? second : []];
  const { text = '', values = second } = (first ?? {}) as { text?: string; values?: unknown };
  return [text, Array.isArray(values) ? values : []];
}

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
