// Which environment the console works on, and its clock: outside production it can be moved, and the console says so.

import { setClock } from '../../core/clock.ts';
import { mortar } from './api.ts';

/** NODE_ENV of the service, as the document names it. */
export const environment = document.querySelector('meta[name=mortar-environment]')?.getAttribute('content') ?? 'production';
export const isProduction = environment === 'production';

/** Asks for the time, where there is a clock to ask. */
export async function readBusinessClock(): Promise<void> {
  if (!isProduction) setClock((await mortar.readClock()).now);
}
