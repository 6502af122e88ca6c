// What stands at which address: the one list of pages, each loaded when it is first opened. To add one: ARCHITECTURE.md, "The console".

import type { ComponentType } from 'preact';
import type { ConsolePath } from './addresses.ts';
import { lazyPage } from './core/lazy-page.tsx';

export const pages: Partial<Record<ConsolePath, ComponentType>> = {
  '/console/administrators': lazyPage(() => import('./administrators/page.tsx')),
  '/console/approvals': lazyPage(() => import('./approvals/page.tsx')),
  '/console/content/:tab?': lazyPage(() => import('./content/page.tsx')),
  '/console/operations/:tab?': lazyPage(() => import('./operations/page.tsx')),
  '/console/properties': lazyPage(() => import('./properties/list.tsx')),
  '/console/properties/:id/:tab?': lazyPage(() => import('./properties/page.tsx')),
  '/console/security': lazyPage(() => import('./security/page.tsx')),
  '/console/today': lazyPage(() => import('./today/page.tsx')),
  '/console/wires': lazyPage(() => import('./wires/page.tsx')),
  '/console/wires/:id': lazyPage(() => import('./wires/wire.tsx')),
  '/console/payouts/:month?': lazyPage(() => import('./payouts/page.tsx')),
  '/console/investors': lazyPage(() => import('./investors/page.tsx')),
  '/console/complaints': lazyPage(() => import('./investors/complaints.tsx')),
  '/console/tax-requests': lazyPage(() => import('./investors/tax-requests.tsx')),
  '/console/tax-identities': lazyPage(() => import('./investors/tax-identities.tsx')),
  '/console/gift-cards': lazyPage(() => import('./investors/gift-cards.tsx')),
  '/console/investors/:id/:tab?': lazyPage(() => import('./investors/investor.tsx')),
};
