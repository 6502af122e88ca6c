// Delays of the fault `late-effect`, whose effect happens in real time after the caller was disconnected.

export type Late = {
  /** Resolves after so many seconds, or never if `clear` is called before. */
  wait(seconds: number): Promise<void>;
  /** Drops all pending delays, so that their effects never happen. */
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
