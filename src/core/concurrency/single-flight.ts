// Single flight: concurrent calls for one key share runs, so that any number of them cause at most two.

type Runs = Map<string, { running: Promise<unknown>; next: Promise<unknown> | undefined }>;

/** By owner (such as the database of a service), so that two services in one process share nothing. */
const runsOf = new WeakMap<object, Runs>();

/**
 * Runs `work`, unless it is already running for this key: then all callers share one run that starts after the current one, so that what
 * it reads is never older than their call. Rejects when the shared run does.
 */
export function singleFlight<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const runs: Runs = runsOf.get(owner) ?? new Map();
  runsOf.set(owner, runs);
  const current = runs.get(key);
  if (current) {
    current.next ??= current.running.catch(() => {}).then(() => start(runs, key, work));
    // Border: callers with the same key pass the same `work`.
    return current.next as Promise<T>;
  }
  return start(runs, key, work);
}

function start<T>(runs: Runs, key: string, work: () => Promise<T>): Promise<T> {
  const running = work();
  const run = { running, next: undefined };
  runs.set(key, run);
  const end = () => {
    if (runs.get(key) === run && run.next === undefined) runs.delete(key);
  };
  running.then(end, end);
  return running;
}
