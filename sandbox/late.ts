// Effects that come after their caller was cut off (fault `late-effect`): the waits of one sandbox, in real time.

export type Late = {
  /** Resolves after so many seconds, or never when all waits are dropped before. */
  wait(seconds: number): Promise<void>;
  /** Drops every wait: what was to come stays out. */
  clear(): void;
};

export function createLate(): Late {
  const timers = new Set<NodeJS.Timeout>();
  return {
    wait: (seconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          resolve();
        }, seconds * 1000);
        timer.unref();
        timers.add(timer);
      }),
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
