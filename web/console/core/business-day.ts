// Today as the service has it: outside production its clock can be moved, and the console says so.

import { signal } from '@preact/signals';
import { mortar } from './api.ts';
import { parisDayOf } from '../../core/paris-time.ts';

/** NODE_ENV of the service, as the document names it. */
export const environment = document.querySelector('meta[name=mortar-environment]')?.getAttribute('content') ?? 'production';
export const isProduction = environment === 'production';

/** How far the service's clock is ahead of this machine's. */
const aheadMs = signal(0);

/** Now, by the service's clock. */
export function businessNow(): Date {
  return new Date(Date.now() + aheadMs.value);
}

/** The day in Paris, by the service's clock: YYYY-MM-DD. */
export function businessToday(): string {
  return parisDayOf(businessNow());
}

/** Asks for the time, where there is a clock to ask. */
export async function readBusinessClock(): Promise<void> {
  if (isProduction) return;
  const { now } = await mortar.readClock();
  aheadMs.value = new Date(now).getTime() - Date.now();
}

/** True when the clock was moved by more than what a slow answer explains. */
export function clockIsMoved(): boolean {
  return Math.abs(aheadMs.value) > 120_000;
}
