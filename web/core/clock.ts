// Now by the clock of the service, which is not that of this machine: outside production it can be moved.

import { signal } from '@preact/signals';
import { parisDayOf } from './paris-time.ts';

/** How far the service's clock is ahead of this machine's. */
const aheadMs = signal(0);

/** Takes over the time that the service has just told. */
export function setClock(now: string): void {
  aheadMs.value = new Date(now).getTime() - Date.now();
}

/** Now, by the service's clock. */
export function businessNow(): Date {
  return new Date(Date.now() + aheadMs.value);
}

/** The day in Paris, by the service's clock: YYYY-MM-DD. */
export function businessToday(): string {
  return parisDayOf(businessNow());
}

/** True when the clock was moved by more than what a slow answer explains. */
export function clockIsMoved(): boolean {
  return Math.abs(aheadMs.value) > 120_000;
}
