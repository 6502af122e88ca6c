// Waiting for shared work (a token renewal, a circuit probe) no longer than the waiting call may take.

/** The promise's value, or null once the deadline has passed; the work itself goes on for the others who wait. */
export function withinDeadline<T extends object>(work: Promise<T>, deadline: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null);
    if (deadline.aborted) giveUp();
    deadline.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', giveUp));
  });
}
