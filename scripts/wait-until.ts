// Waits for a condition of the outside world: a process that ends, a port that answers.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks `probe` until it answers something else than undefined, and returns that.
 * Throws `what` when `timeoutMs` have passed; what the probe throws ends the waiting.
 */
export async function waitUntil<T>(
  probe: () => T | undefined | Promise<T | undefined>,
  options: { what: string; timeoutMs: number; everyMs?: number },
): Promise<T> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`${options.what} did not happen within ${options.timeoutMs / 1000} s`);
    await pause(options.everyMs ?? 20);
  }
}
