// What stands at which address: the one list of pages, each loaded when it is first opened. To add one: ARCHITECTURE.md, "The console".

import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import type { ConsolePath } from './addresses.ts';

export const pages: Partial<Record<ConsolePath, ComponentType>> = {
  '/console/administrators': lazy(() => import('./administrators/page.tsx')),
  '/console/approvals': lazy(() => import('./approvals/page.tsx')),
  '/console/content/:tab?': lazy(() => import('./content/page.tsx')),
  '/console/operations/:tab?': lazy(() => import('./operations/page.tsx')),
  '/console/properties': lazy(() => import('./properties/list.tsx')),
  '/console/properties/:id/:tab?': lazy(() => import('./properties/page.tsx')),
  '/console/security': lazy(() => import('./security/page.tsx')),
  '/console/today': lazy(() => import('./today/page.tsx')),
  '/console/wires': lazy(() => import('./wires/page.tsx')),
  '/console/wires/:id': lazy(() => import('./wires/wire.tsx')),
  '/console/payouts/:month?': lazy(() => import('./payouts/page.tsx')),
  '/console/investors': lazy(() => import('./investors/page.tsx')),
  '/console/complaints': lazy(() => import('./investors/complaints.tsx')),
  '/console/tax-requests': lazy(() => import('./investors/tax-requests.tsx')),
  '/console/tax-identities': lazy(() => import('./investors/tax-identities.tsx')),
  '/console/gift-cards': lazy(() => import('./investors/gift-cards.tsx')),
  '/console/investors/:id/:tab?': lazy(() => import('./investors/investor.tsx')),
};
