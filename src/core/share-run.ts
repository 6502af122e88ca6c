// Many who ask the same at once lead to two readings, not to one each.

type Runs = Map<string, { running: Promise<unknown>; next: Promise<unknown> | undefined }>;

/** Per process and service (its database), so that two services of one process do not wait for each other. */
const runsOf = new WeakMap<object, Runs>();

/**
 * Runs `work` unless it runs already for this key, which names what is asked; whoever comes meanwhile shares one run that begins afterwards, so that what
 * it reads is never older than their call. Rejects as the shared run does.
 */
export function shareRun<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const runs: Runs = runsOf.get(owner) ?? new Map();
  runsOf.set(owner, runs);
  const current = runs.get(key);
  if (current) {
    current.next ??= current.running.catch(() => {}).then(() => start(runs, key, work));
    // Border: all who share a key ask for the same.
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
