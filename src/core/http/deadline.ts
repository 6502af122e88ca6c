// Waits for shared work (a token renewal, a probe of a circuit breaker) only until the deadline of the waiting call.

/** The value of `work`, or null once the deadline has passed; the work itself continues for other callers. */
export function withinDeadline<T extends object>(work: Promise<T>, deadline: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null);
    if (deadline.aborted) giveUp();
    deadline.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', giveUp));
  });
}
