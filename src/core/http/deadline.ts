// Deadlines of calls to external services.

/**
 * Runs `work` with a signal that is aborted after `timeoutMs`, for a `TimeoutError`. The timer ends with the work: that of
 * `AbortSignal.timeout` lasts until its time and keeps all that the request has in memory.
 */
export async function withDeadline<T>(timeoutMs: number, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The call took too long.', 'TimeoutError')), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for shared work (a token renewal, a probe of a circuit breaker) only until the deadline of the waiting call. The value of `work`, or
 * null once the deadline has passed; the work itself continues for other callers.
 */
export function withinDeadline<T extends object>(work: Promise<T>, deadline: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null);
    if (deadline.aborted) giveUp();
    deadline.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', giveUp));
  });
}
