// The pages of the front end that mails and redirects lead to. This is the one list: a front end at FRONT_URL has each of them, as the
// pages of web/investors do.

export const PAGES = {
  projects: '/projects',
  project: '/project',
  investments: '/investments',
  marketplace: '/marketplace',
  wallet: '/wallet',
  // Not /gift-cards, which the API answers.
  giftCards: '/wallet/gift-cards',
  redeemGiftCard: '/wallet/gift-cards/redeem',
  account: '/account',
  profile: '/account/profile',
  identity: '/account/identity',
  bankAccounts: '/account/bank-accounts',
  security: '/account/security',
  taxation: '/taxes',
  complaints: '/account/complaints',
  mailChoices: '/notifications/choices',
} as const;
export type Page = keyof typeof PAGES;

/** What an investor has in one project: its figures, its payments, its papers. */
export function investmentPage(propertyId: string): string {
  return `${PAGES.investments}/${propertyId}`;
}

/** Whole address of a page of the front end at `frontUrl`. */
export function pageUrl(frontUrl: string, page: Page): string {
  return withFront(frontUrl, PAGES[page]);
}

/** A path of the front end as a whole address; an address stays as it is. */
export function withFront(frontUrl: string, url: string): string {
  return url.startsWith('/') ? frontUrl.replace(/\/$/, '') + url : url;
}
