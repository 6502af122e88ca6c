// Where every page of the console is: the one list of addresses. What stands at them is in routes.ts.

import { signal } from '@preact/signals';
import { exec } from 'preact-iso/router';
import type { IconName } from '../design/icons.tsx';

type PlaceName = 'today' | 'properties' | 'wires' | 'payouts' | 'investors' | 'operations' | 'content';

/** `icon` puts it into the rail, under the name of shell/words.ts. Where `isSearched`, the page finds `?search=`. */
export type Place = { path: string; name: PlaceName; icon?: IconName; isSearched?: true };

export const places = [
  { path: '/console/today', name: 'today', icon: 'today' },
  { path: '/console/properties', name: 'properties', icon: 'properties', isSearched: true },
  { path: '/console/properties/:id/:tab?', name: 'properties' },
  { path: '/console/wires', name: 'wires', icon: 'wires' },
  { path: '/console/wires/:id', name: 'wires' },
  { path: '/console/payouts/:month?', name: 'payouts', icon: 'payouts' },
  { path: '/console/investors', name: 'investors', icon: 'investors', isSearched: true },
  { path: '/console/investors/:id/:tab?', name: 'investors' },
  { path: '/console/tax-requests', name: 'investors' },
  { path: '/console/tax-identities', name: 'investors' },
  { path: '/console/gift-cards', name: 'investors' },
  { path: '/console/operations/:tab?', name: 'operations', icon: 'operations' },
  { path: '/console/content/:tab?', name: 'content', icon: 'content' },
] as const satisfies readonly Place[];

export type ConsolePath = (typeof places)[number]['path'];
export type InvestorTab = 'money' | 'holdings' | 'tax' | 'trail';
export type PropertyTab = 'overview' | 'money' | 'schedule' | 'edit' | 'documents' | 'trail';

/** Addresses for links. */
export const to = {
  today: '/console/today',
  properties: '/console/properties',
  property: (id: string, tab?: PropertyTab) => `/console/properties/${id}${tab ? `/${tab}` : ''}`,
  echeance: (propertyId: string, period: string) => `/console/properties/${propertyId}/schedule?month=${period}`,
  payment: (id: string) => `/console/operations/payments?id=${id}`,
  wires: '/console/wires',
  wire: (id: string) => `/console/wires/${id}`,
  newPayment: '/console/wires/new-payment',
  fromEscrow: '/console/wires/from-escrow',
  payouts: (month?: string) => `/console/payouts${month ? `/${month}` : ''}`,
  investors: '/console/investors',
  investor: (id: string, tab?: InvestorTab) => `/console/investors/${id}${tab ? `/${tab}` : ''}`,
  taxRequests: '/console/tax-requests',
  taxIdentities: '/console/tax-identities',
  giftCards: '/console/gift-cards',
  giftCard: (id: string) => `/console/gift-cards?id=${id}`,
  operations: (tab?: string) => `/console/operations${tab ? `/${tab}` : ''}`,
  unknownMovements: '/console/operations/reconciliation?list=movements',
  spv: (id: string) => `/console/content/spvs?id=${id}`,
  content: (tab?: string) => `/console/content${tab ? `/${tab}` : ''}`,
} as const;

/** The paths of pages; main.tsx sets them. No link leads to others. */
export const builtPaths = signal<ReadonlySet<string>>(new Set());

/** How many items wait on a page, shown in the rail; pages that know set it. */
export const railCounts = signal<Partial<Record<PlaceName, number>>>({});

/** The place of an address; query and fragment do not matter. */
export function placeOf(href: string): Place | undefined {
  const { pathname } = new URL(href, location.origin);
  return places.find(({ path }) => exec(pathname, path, { path: pathname, query: {}, params: {} }));
}

/** Whether a page stands at an address. */
export function hasPage(href: string): boolean {
  const place = placeOf(href);
  return place !== undefined && builtPaths.value.has(place.path);
}

/** The address of a place without what may follow. */
export function startOf({ path }: Place): string {
  return path.replace(/\/:.*$/, '');
}
