// Every page of the investors over the demo world: for the pictures of `npm run screenshots`.

import type { ShownPage } from './console-pages.ts';

/** Without an account unless `signedOut` is left out: then as Camille, who has something of everything. */
export const INVESTOR_PAGES: readonly ShownPage[] = [
  { name: 'i-home', path: '/', signedOut: true },
  { name: 'i-projects', path: '/projects', signedOut: true },
  { name: 'i-project-late', path: '/projects', follow: ['Vauban'], signedOut: true },
  { name: 'i-project-open', path: '/projects', follow: ['Quai des Arts'], signedOut: true },
  { name: 'i-project-royalty', path: '/projects', follow: ['Les Tilleuls'], signedOut: true },
  { name: 'i-legal', path: '/legal', signedOut: true },
  { name: 'i-sign-in', path: '/sign-in', signedOut: true },
  { name: 'i-sign-up', path: '/sign-up', signedOut: true },
  { name: 'i-forgotten-password', path: '/forgotten-password', signedOut: true },
  { name: 'i-not-found', path: '/nowhere', signedOut: true },
  { name: 'i-buy', path: '/projects', follow: ['Quai des Arts', 'Investir'] },
  { name: 'i-home-signed-in', path: '/' },
  { name: 'i-verify-email', path: '/verify-email' },
  { name: 'i-investments', path: '/investments' },
  { name: 'i-marketplace', path: '/marketplace' },
  { name: 'i-wallet', path: '/wallet' },
  { name: 'i-gift-cards', path: '/wallet/gift-cards' },
  { name: 'i-redeem-gift-card', path: '/wallet/gift-cards/redeem' },
  { name: 'i-account', path: '/account' },
  { name: 'i-profile', path: '/account/profile' },
  { name: 'i-identity', path: '/account/identity' },
  { name: 'i-bank-accounts', path: '/account/bank-accounts' },
  { name: 'i-taxation', path: '/account/taxation' },
  { name: 'i-referral', path: '/account/referral' },
  { name: 'i-complaints', path: '/account/complaints' },
];
