// Collects how calls to external services ended, in memory: a beat writes what has changed, so that no request waits for it.

/** How the calls of an operation ended since the last look: the last one that tells, and whether the service has retired it. */
export type Observed = { isFailing: boolean | null; isRetired: boolean };

export type CallWatch = {
  observe(call: { operation: string; outcome: string }): void;
  /** What was observed since the last time, by operation. */
  take(): Map<string, Observed>;
  /** Gives back what could not be written; what was observed since counts more. */
  giveBack(observed: ReadonlyMap<string, Observed>): void;
};

/** One per process. A refusal shows that the service works; `retired` says nothing of whether it does. */
export function createCallWatch(): CallWatch {
  let seen = new Map<string, Observed>();
  return {
    observe({ operation, outcome }) {
      const before = seen.get(operation);
      const isRetired = outcome === 'retired';
      const isFailing = isRetired ? (before?.isFailing ?? null) : outcome === 'unavailable' || outcome === 'unauthorized';
      seen.set(operation, { isFailing, isRetired: isRetired || before?.isRetired === true });
    },
    take() {
      const taken = seen;
      seen = new Map();
      return taken;
    },
    giveBack(observed) {
      for (const [operation, { isFailing, isRetired }] of observed) {
        const since = seen.get(operation);
        seen.set(operation, {
          isFailing: since?.isFailing ?? isFailing,
          isRetired: isRetired || since?.isRetired === true,
        });
      }
    },
  };
}
