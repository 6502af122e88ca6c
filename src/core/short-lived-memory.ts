// How much memory V8 gives to what lives shortly. The more of it, the seldomer it is cleared, and the longer everybody waits for it.

import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** As it is: while the source is loaded, what stays would have it grow, and be kept for as long as the process idles. */
export function holdShortLivedMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets it grow with the work, to V8's own limit of 16 MB: for what nobody waits for. */
export function growShortLivedMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}

/**
 * Lets it grow to `limitBytes`, a power of two. Of an API's full 16 MB it took 5 to 10 ms to clear, in which no request
 * moved; of 4 MB 1 to 2 ms, for the same processor time (docs/performance.md).
 */
export function growShortLivedMemoryTo(limitBytes: number): void {
  growShortLivedMemory();
  // V8 takes the size itself only before it starts. It gives memory back while little happens, so each clearing decides anew.
  new PerformanceObserver(() => {
    if (2 * shortLivedBytes() <= limitBytes) growShortLivedMemory();
    else holdShortLivedMemory();
  }).observe({ entryTypes: ['gc'] });
}

/** What may be used before it is cleared. */
export function shortLivedBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return space === undefined ? 0 : space.space_used_size + space.space_available_size;
}
