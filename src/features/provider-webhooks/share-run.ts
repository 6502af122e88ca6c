// Many notifications of one account at once lead to two readings, not to one each.

type Runs = Map<string, { running: Promise<void>; next: Promise<void> | undefined }>;

/** Per process and service (its database), so that two services of one process do not wait for each other. */
const runsOf = new WeakMap<object, Runs>();

/**
 * Runs `work` unless it runs already for this key; whoever comes meanwhile shares one run that begins afterwards, so that what
 * it reads is never older than their call. Rejects as the shared run does.
 */
export function shareRun(owner: object, key: string, work: () => Promise<void>): Promise<void> {
  const runs = runsOf.get(owner) ?? new Map();
  runsOf.set(owner, runs);
  const current = runs.get(key);
  if (current) {
    current.next ??= current.running.catch(() => {}).then(() => start(runs, key, work));
    return current.next;
  }
  return start(runs, key, work);
}

function start(runs: Runs, key: string, work: () => Promise<void>): Promise<void> {
  const run = { running: work(), next: undefined };
  runs.set(key, run);
  const end = () => {
    if (runs.get(key) === run && run.next === undefined) runs.delete(key);
  };
  run.running.then(end, end);
  return run.running;
}
