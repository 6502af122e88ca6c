// What a page does: one request at a time, with an Idempotency-Key that stays until the service has answered for good.

import { signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { MortarError, withIdempotencyKey } from '../../clients/typescript/src/index.ts';
import { useLatest } from './query.ts';
import { WaitsForApproval } from './waits.ts';

/** To be spread into the call of the client: `mortar.assignWire({ body, ...once })`. */
export type Once = ReturnType<typeof withIdempotencyKey>;

export type Action<A extends unknown[], R> = {
  /** Sends it; undefined when it failed (then `error` says how) or when it is under way already. */
  run: (...args: A) => Promise<R | undefined>;
  isRunning: boolean;
  error: unknown;
  result: R | undefined;
  /** Forgets error and result; an outcome that is still open keeps its key. */
  reset: () => void;
};

/** How many actions were done since the console was opened: what counts what waits reads again after each. */
export const doneCount = signal(0);

/** Requests whose outcome is open, by the name of their action: they outlive the dialog and the page that sent them. */
const open = new Map<unknown, { once: Once; args: string }>();

/**
 * An action with `work(once, ...args)`. After an answer that leaves the outcome open (none at all, 401, 409 in progress, 429, 5xx) the
 * next run repeats the same request under the same key, so that nothing is done twice; any other answer ends the key. A run with other
 * arguments is another request, and gets its own key. With a `name` this holds for every action of that name, also when its
 * component was gone in between.
 */
export function useAction<A extends unknown[], R>(work: (once: Once, ...args: A) => Promise<R>, name?: string): Action<A, R> {
  const state = useSignal<{ isRunning: boolean; error: unknown; result: R | undefined }>(IDLE);
  const worker = useLatest(work);
  const unnamed = useRef({});
  const of = name ?? unnamed.current;
  const run = async (...args: A): Promise<R | undefined> => {
    if (state.peek().isRunning) return undefined;
    state.value = { isRunning: true, error: undefined, result: undefined };
    const asked = JSON.stringify(args);
    const before = open.get(of);
    const once = before?.args === asked ? before.once : withIdempotencyKey();
    open.set(of, { once, args: asked });
    try {
      const result = await worker.current(once, ...args);
      open.delete(of);
      doneCount.value += 1;
      state.value = { isRunning: false, error: undefined, result };
      return result;
    } catch (error) {
      if (!isOpen(error)) open.delete(of);
      // An order without an answer is under way: what is counted may be another.
      if (error instanceof WaitsForApproval || (error instanceof MortarError && error.openPaymentId !== undefined))
        doneCount.value += 1;
      state.value = { isRunning: false, error, result: undefined };
      return undefined;
    }
  };
  const reset = () => {
    state.value = IDLE;
  };
  return { ...state.value, run, reset };
}

const IDLE = { isRunning: false, error: undefined, result: undefined } as const;

/** True when the service may still have done, or may still do, what was asked. */
function isOpen(error: unknown): boolean {
  if (error instanceof WaitsForApproval) return false;
  if (!(error instanceof MortarError)) return true;
  return [401, 429].includes(error.status) || error.status >= 500 || error.code === 'idempotency-key-in-progress';
}
