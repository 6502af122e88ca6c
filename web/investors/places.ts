// Every page of the investors and where it stands: the one table. To add one: ARCHITECTURE.md, "The investors' pages".

import { exec } from 'preact-iso/router';
import { built } from './core/built.ts';
import type { Page } from './core/page.ts';

/** The tabs: of an account five, of visitors what is public; the simulator is theirs alone, as an account has it beside the projects. */
export type Tab = 'home' | 'projects' | 'simulator' | 'investments' | 'marketplace' | 'wallet';

/**
 * `name` is that of shell/words.ts. `isPublic`: read without an account, and drawn by the server; all others ask for a sign-in first. `tab`: the
 * one that it belongs to; the first place of a tab is where the tab leads.
 */
export type Place = {
  path: string;
  name: PlaceName;
  tab?: Tab;
  isPublic?: true;
  open: () => Promise<{ default: Page }>;
};

export type PlaceName =
  | 'home'
  | 'projects'
  | 'project'
  | 'buy'
  | 'signIn'
  | 'signUp'
  | 'forgottenPassword'
  | 'verifyEmail'
  | 'legal'
  | 'simulator'
  | 'investments'
  | 'calendar'
  | 'automaticInvestment'
  | 'investment'
  | 'marketplace'
  | 'ownDeals'
  | 'sellable'
  | 'sell'
  | 'deal'
  | 'wallet'
  | 'payIn'
  | 'withdraw'
  | 'withdrawal'
  | 'giftCards'
  | 'giveGiftCard'
  | 'redeemGiftCard'
  | 'notifications'
  | 'mailChoices'
  | 'account'
  | 'profile'
  | 'identity'
  | 'bankAccounts'
  | 'security'
  | 'data'
  | 'newBankAccount'
  | 'taxes'
  | 'declareTaxes'
  | 'taxIdentity'
  | 'referral'
  | 'complaints';

export const places: readonly Place[] = [
  { path: '/', name: 'home', tab: 'home', isPublic: true, open: () => import('./home/page.tsx') },
  { path: '/projects', name: 'projects', tab: 'projects', isPublic: true, open: () => import('./projects/page.tsx') },
  { path: '/projects/:id', name: 'project', tab: 'projects', isPublic: true, open: () => import('./project/page.tsx') },
  { path: '/projects/:id/buy', name: 'buy', tab: 'projects', open: () => import('./buy/page.tsx') },
  { path: '/sign-in', name: 'signIn', isPublic: true, open: () => import('./entry/sign-in.tsx') },
  { path: '/sign-up', name: 'signUp', isPublic: true, open: () => import('./entry/sign-up.tsx') },
  {
    path: '/forgotten-password',
    name: 'forgottenPassword',
    isPublic: true,
    open: () => import('./entry/forgotten-password.tsx'),
  },
  { path: '/verify-email', name: 'verifyEmail', open: () => import('./entry/verify-email.tsx') },
  { path: '/legal', name: 'legal', isPublic: true, open: () => import('./legal/page.tsx') },
  { path: '/simulator', name: 'simulator', tab: 'simulator', isPublic: true, open: () => import('./simulator/page.tsx') },
  { path: '/investments', name: 'investments', tab: 'investments', open: () => import('./investments/page.tsx') },
  { path: '/investments/calendar', name: 'calendar', tab: 'investments', open: () => import('./calendar/page.tsx') },
  {
    path: '/investments/automatic',
    name: 'automaticInvestment',
    tab: 'investments',
    open: () => import('./automatic-investment/page.tsx'),
  },
  { path: '/investments/:id', name: 'investment', tab: 'investments', open: () => import('./investment/page.tsx') },
  { path: '/marketplace', name: 'marketplace', tab: 'marketplace', open: () => import('./marketplace/page.tsx') },
  { path: '/marketplace/mine', name: 'ownDeals', tab: 'marketplace', open: () => import('./marketplace/own-deals.tsx') },
  { path: '/marketplace/sell', name: 'sellable', tab: 'marketplace', open: () => import('./marketplace/sellable.tsx') },
  { path: '/marketplace/sell/:id', name: 'sell', tab: 'marketplace', open: () => import('./marketplace/sell.tsx') },
  { path: '/marketplace/deals/:id', name: 'deal', tab: 'marketplace', open: () => import('./marketplace/deal.tsx') },
  { path: '/wallet', name: 'wallet', tab: 'wallet', open: () => import('./wallet/page.tsx') },
  { path: '/wallet/pay-in', name: 'payIn', tab: 'wallet', open: () => import('./wallet/pay-in.tsx') },
  { path: '/wallet/withdraw', name: 'withdraw', tab: 'wallet', open: () => import('./wallet/withdraw.tsx') },
  { path: '/wallet/withdrawals/:id', name: 'withdrawal', tab: 'wallet', open: () => import('./wallet/withdrawal.tsx') },
  { path: '/wallet/gift-cards', name: 'giftCards', tab: 'wallet', open: () => import('./wallet/gift-cards.tsx') },
  { path: '/wallet/gift-cards/give', name: 'giveGiftCard', tab: 'wallet', open: () => import('./wallet/give-gift-card.tsx') },
  {
    path: '/wallet/gift-cards/redeem',
    name: 'redeemGiftCard',
    tab: 'wallet',
    open: () => import('./wallet/redeem-gift-card.tsx'),
  },
  { path: '/notifications', name: 'notifications', open: () => import('./notifications/page.tsx') },
  { path: '/notifications/choices', name: 'mailChoices', open: () => import('./notifications/choices.tsx') },
  { path: '/account', name: 'account', open: () => import('./account/page.tsx') },
  { path: '/account/profile', name: 'profile', open: () => import('./account/profile.tsx') },
  { path: '/account/identity', name: 'identity', open: () => import('./account/identity.tsx') },
  { path: '/account/security', name: 'security', open: () => import('./security/page.tsx') },
  { path: '/account/data', name: 'data', open: () => import('./account/personal-data.tsx') },
  { path: '/account/bank-accounts', name: 'bankAccounts', tab: 'wallet', open: () => import('./bank-accounts/page.tsx') },
  { path: '/account/bank-accounts/new', name: 'newBankAccount', tab: 'wallet', open: () => import('./bank-accounts/add.tsx') },
  { path: '/taxes', name: 'taxes', open: () => import('./taxes/page.tsx') },
  { path: '/taxes/declare/:year', name: 'declareTaxes', open: () => import('./taxes/declare.tsx') },
  { path: '/taxes/identity', name: 'taxIdentity', open: () => import('./taxes/identity.tsx') },
  { path: '/account/referral', name: 'referral', open: () => import('./account/referral.tsx') },
  { path: '/account/complaints', name: 'complaints', open: () => import('./account/complaints.tsx') },
];

built.has = (path) => findPlace(path) !== undefined;

/** Former addresses, and those that the documents fix, with where the page stands. */
const ALIASES: readonly (readonly [path: string, to: string])[] = [
  ['/project/:id', '/projects/:id'],
  ['/account/taxation', '/taxes'],
];

export type Found = { place: Place; params: Readonly<Record<string, string | undefined>> };

/** The page at a path; undefined for none. */
export function findPlace(path: string): Found | undefined {
  for (const place of places) {
    const params = paramsOf(path, place.path);
    if (params) return { place, params };
  }
  return undefined;
}

/** Where a former address leads now; undefined for all others. */
export function aliasOf(path: string): string | undefined {
  for (const [from, to] of ALIASES) {
    const params = paramsOf(path, from);
    if (params) return to.replace(':id', encodeURIComponent(params.id ?? ''));
  }
  return undefined;
}

function paramsOf(path: string, pattern: string): Record<string, string | undefined> | undefined {
  try {
    return exec(path, pattern, { path, query: {}, params: {} })?.params;
  } catch {
    // What is no encoding of a text is no address of a page.
    return undefined;
  }
}
