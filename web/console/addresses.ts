// Where every page of the console is: the one list of addresses. What stands at them is in routes.ts.

import { signal } from '@preact/signals';
import { exec } from 'preact-iso/router';
import type { Permission, Today } from '../../clients/typescript/src/index.ts';
import type { IconName } from '../design/icons.tsx';
import { may } from './core/session.ts';

type PlaceName =
  | 'today'
  | 'approvals'
  | 'properties'
  | 'wires'
  | 'payouts'
  | 'investors'
  | 'operations'
  | 'content'
  | 'administrators'
  | 'security';

/**
 * `icon` puts it into the rail, under the name of shell/words.ts. Where `isSearched`, the page finds `?search=`. `reads`: the permission
 * without which it shows nothing; `writes`: that of most of what is done there.
 */
export type Place = {
  path: string;
  name: PlaceName;
  icon?: IconName;
  isSearched?: true;
  reads: Permission;
  writes?: Permission;
};

export const places = [
  { path: '/console/today', name: 'today', icon: 'today', reads: 'console.use' },
  {
    path: '/console/properties',
    name: 'properties',
    icon: 'properties',
    isSearched: true,
    reads: 'projects.read',
    writes: 'projects.write',
  },
  { path: '/console/properties/:id/:tab?', name: 'properties', reads: 'projects.read', writes: 'projects.write' },
  { path: '/console/wires', name: 'wires', icon: 'wires', reads: 'money.read', writes: 'money.write' },
  { path: '/console/wires/:id', name: 'wires', reads: 'money.read', writes: 'money.write' },
  { path: '/console/payouts/:month?', name: 'payouts', icon: 'payouts', reads: 'money.read', writes: 'money.write' },
  {
    path: '/console/investors',
    name: 'investors',
    icon: 'investors',
    isSearched: true,
    reads: 'people.read',
    writes: 'people.write',
  },
  { path: '/console/investors/:id/:tab?', name: 'investors', reads: 'people.read', writes: 'people.write' },
  { path: '/console/tax-requests', name: 'investors', reads: 'papers.read', writes: 'people.write' },
  { path: '/console/tax-identities', name: 'investors', reads: 'papers.read' },
  { path: '/console/complaints', name: 'investors', reads: 'people.read', writes: 'people.write' },
  { path: '/console/gift-cards', name: 'investors', reads: 'people.read', writes: 'people.write' },
  {
    path: '/console/operations/:tab?',
    name: 'operations',
    icon: 'operations',
    reads: 'operations.read',
    writes: 'operations.write',
  },
  { path: '/console/approvals', name: 'approvals', icon: 'check', reads: 'money.read', writes: 'money.write' },
  { path: '/console/content/:tab?', name: 'content', icon: 'content', reads: 'projects.read', writes: 'projects.write' },
  {
    path: '/console/administrators',
    name: 'administrators',
    icon: 'account',
    reads: 'administrators.read',
    writes: 'administrators.write',
  },
  { path: '/console/security', name: 'security', reads: 'console.use' },
] as const satisfies readonly Place[];

export type ConsolePath = (typeof places)[number]['path'];
export type InvestorTab = 'money' | 'holdings' | 'tax' | 'trail';
export type PropertyTab = 'overview' | 'money' | 'schedule' | 'edit' | 'documents' | 'holders' | 'trail';

/** Addresses for links. */
export const to = {
  today: '/console/today',
  waitingAt: (place: string) => `/console/today?at=${place}`,
  properties: '/console/properties',
  /** The overview has the address of the property itself: each tab has one address, by which it is known as the current one. */
  property: (id: string, tab: PropertyTab = 'overview') => `/console/properties/${id}${tab === 'overview' ? '' : `/${tab}`}`,
  echeance: (propertyId: string, period: string) => `/console/properties/${propertyId}/schedule?month=${period}`,
  invoice: (id: string) => `/console/operations/invoices?id=${id}`,
  payment: (id: string) => `/console/operations/payments?id=${id}`,
  wires: '/console/wires',
  wire: (id: string) => `/console/wires/${id}`,
  newPayment: '/console/wires/new-payment',
  fromEscrow: '/console/wires/from-escrow',
  sureWires: '/console/wires/sure',
  payouts: (month?: string) => `/console/payouts${month ? `/${month}` : ''}`,
  investors: '/console/investors',
  investor: (id: string, tab?: InvestorTab) => `/console/investors/${id}${tab ? `/${tab}` : ''}`,
  taxRequests: '/console/tax-requests',
  taxIdentities: '/console/tax-identities',
  complaints: '/console/complaints',
  complaint: (id: string) => `/console/complaints?id=${id}`,
  giftCards: '/console/gift-cards',
  giftCard: (id: string) => `/console/gift-cards?id=${id}`,
  operations: (tab?: string) => `/console/operations${tab ? `/${tab}` : ''}`,
  unknownMovements: '/console/operations/reconciliation?list=movements',
  approval: (id: string) => `/console/approvals?id=${id}`,
  spv: (id: string) => `/console/content/spvs?id=${id}`,
  administrators: '/console/administrators',
  security: '/console/security',
  content: (tab?: string) => `/console/content${tab ? `/${tab}` : ''}`,
} as const;

/** The paths of pages; main.tsx sets them. No link leads to others. */
export const builtPaths = signal<ReadonlySet<string>>(new Set());

/** What waits, as the frame or Today read it last: counted beside the menu and the tabs. */
export const waitingNow = signal<Today['waiting']>([]);

/** The place of an address; query and fragment do not matter. */
export function placeOf(href: string): Place | undefined {
  const { pathname } = new URL(href, location.origin);
  return places.find(({ path }) => exec(pathname, path, { path: pathname, query: {}, params: {} }));
}

/** Whether a page stands at an address that the roles of who is signed in open. */
export function hasPage(href: string): boolean {
  const place = placeOf(href);
  return place !== undefined && builtPaths.value.has(place.path) && may(place.reads);
}

/** The address of a place without what may follow. */
export function startOf({ path }: Place): string {
  return path.replace(/\/:.*$/, '');
}
