// Opens the page at an address: finds its place, loads it, reads its data. What comes out is drawn, by the server or the browser.

import { type Mortar, MortarError } from '../../../clients/typescript/src/index.ts';
import { findPlace, type Place } from '../places.ts';
import type { Address, Page } from './page.ts';

/** What there is to draw at an address. `waiting`: its data are for the browser to read. */
export type Opened = { address: Address } & (
  | { kind: 'shown'; place: Place; page: Page; data: unknown }
  | { kind: 'waiting'; place: Place }
  | { kind: 'absent' }
  | { kind: 'failed'; error: unknown }
);

export function addressOf(url: string, base: string): Address {
  const { pathname, search, searchParams } = new URL(url, base);
  const path = pathname.replace(/\/+$/, '') || '/';
  return { url: pathname + search, path, params: findPlace(path)?.params ?? {}, query: Object.fromEntries(searchParams) };
}

/** Reads `known` instead of the API where the document has brought it along. */
export async function openPage(mortar: Mortar, address: Address, known?: { data: unknown }): Promise<Opened> {
  const found = findPlace(address.path);
  if (!found) return { address, kind: 'absent' };
  try {
    const { default: page } = await found.place.open();
    const data = known ? known.data : await page.read(mortar, address);
    return { address, kind: 'shown', place: found.place, page, data };
  } catch (error) {
    // What is no id, or no filter, is no address of a page.
    if (error instanceof MortarError && [400, 404].includes(error.status)) return { address, kind: 'absent' };
    return { address, kind: 'failed', error };
  }
}
