// Every page of the console over the demo world: for the pictures of `npm run screenshots`, and for the test of all of them.

import type { Page } from 'playwright-core';

export type ShownPage = { name: string; path: string; follow?: readonly string[]; signedOut?: true };

/** Every page by name. A page about one record names a page and the links that lead on from it, as its path is only known then. */
export const PAGES: readonly ShownPage[] = [
  { name: 'sign-in', path: '/console', signedOut: true },
  { name: 'today', path: '/console/today' },
  { name: 'properties', path: '/console/properties' },
  { name: 'property', path: '/console/properties', follow: ['Vauban'] },
  { name: 'property-funding', path: '/console/properties', follow: ['Quai des Arts'] },
  { name: 'property-royalty', path: '/console/properties', follow: ['Les Tilleuls'] },
  { name: 'property-money', path: '/console/properties', follow: ['Vauban', 'Argent'] },
  { name: 'property-schedule', path: '/console/properties', follow: ['Vauban', 'Échéancier'] },
  { name: 'property-form', path: '/console/properties', follow: ['Vauban', 'Fiche'] },
  { name: 'property-files', path: '/console/properties', follow: ['Vauban', 'Images et documents'] },
  { name: 'property-holders', path: '/console/properties', follow: ['Vauban', 'Titulaires'] },
  { name: 'property-trail', path: '/console/properties', follow: ['Vauban', 'Historique'] },
  { name: 'property-simulator', path: '/console/properties', follow: ['Quai des Arts', 'Échéancier'] },
  { name: 'wires', path: '/console/wires' },
  { name: 'wires-assigned', path: '/console/wires', follow: ['Affectés'] },
  { name: 'wire-assigned', path: '/console/wires', follow: ['Affectés', 'Vauban'] },
  { name: 'new-payment', path: '/console/wires/new-payment' },
  { name: 'from-escrow', path: '/console/wires/from-escrow' },
  { name: 'wire', path: '/console/wires', follow: ['Vauban'] },
  { name: 'payouts', path: '/console/payouts' },
  { name: 'payouts-month', path: '/console/payouts', follow: ['Mois précédent', '3 porteurs'] },
  { name: 'investors', path: '/console/investors' },
  { name: 'investor', path: '/console/investors', follow: ['Camille'] },
  { name: 'investor-money', path: '/console/investors', follow: ['Camille', 'Argent'] },
  { name: 'investor-trail', path: '/console/investors', follow: ['Camille', 'Journal'] },
  { name: 'investor-waiting', path: '/console/investors', follow: ['Diane'] },
  { name: 'investor-tax', path: '/console/investors', follow: ['Anaïs', 'Fiscalité'] },
  { name: 'investor-tax-declared', path: '/console/investors', follow: ['Malo', 'Fiscalité'] },
  { name: 'investor-loan', path: '/console/investors', follow: ['Anaïs', 'Argent'] },
  { name: 'investor-holdings', path: '/console/investors', follow: ['Camille', 'Placements'] },
  { name: 'complaints', path: '/console/complaints' },
  { name: 'tax-requests', path: '/console/tax-requests' },
  { name: 'tax-identities', path: '/console/tax-identities' },
  { name: 'gift-cards', path: '/console/gift-cards' },
  { name: 'content-news', path: '/console/content/news' },
  { name: 'content-owners', path: '/console/content/owners' },
  { name: 'content-presentations', path: '/console/content/presentations' },
  { name: 'content-requests', path: '/console/content/requests' },
  { name: 'content-spvs', path: '/console/content/spvs' },
  { name: 'content-spv', path: '/console/content/spvs', follow: ['Vauban'] },
  { name: 'operations-payments', path: '/console/operations/payments' },
  { name: 'operations-payment', path: '/console/operations/payments?status=failed', follow: ['Coupon'] },
  { name: 'operations-notifications', path: '/console/operations/notifications' },
  { name: 'operations-notification', path: '/console/operations/notifications', follow: ['Statut'] },
  { name: 'operations-jobs', path: '/console/operations/jobs?state=all' },
  { name: 'operations-job', path: '/console/operations/jobs?state=all', follow: ['Relevé des virements reçus'] },
  { name: 'operations-audit', path: '/console/operations/audit' },
  { name: 'operations-proof', path: '/console/operations/proof' },
  { name: 'operations-reconciliation', path: '/console/operations/reconciliation' },
  { name: 'operations-movements', path: '/console/operations/reconciliation?list=movements' },
  { name: 'operations-incidents', path: '/console/operations/incidents' },
  { name: 'operations-charge-backs', path: '/console/operations/charge-backs' },
  { name: 'operations-invoices', path: '/console/operations/invoices' },
  { name: 'operations-settings', path: '/console/operations/settings' },
  { name: 'operations-health', path: '/console/operations/health' },
  { name: 'approvals', path: '/console/approvals' },
  { name: 'administrators', path: '/console/administrators' },
  { name: 'invitation', path: '/console/invitation', signedOut: true },
  { name: 'not-found', path: '/console/nowhere' },
];
/** How long nothing may be on its way until a page counts as whole: what was read may ask for more. */
const QUIET_MS = 400;

/** Counts the requests of a page, and waits until there were none for a while and nothing is awaited any more. */
export function watching(page: Page, quietMs = QUIET_MS): () => Promise<void> {
  let underWay = 0;
  let quietSince = performance.now();
  const change = (by: number) => () => {
    underWay += by;
    quietSince = performance.now();
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  return async () => {
    await page.locator('main h1').waitFor();
    const deadline = performance.now() + PATIENCE_MS;
    while (underWay > 0 || performance.now() - quietSince < quietMs || (await page.locator('.skeletons').count()) > 0) {
      if (performance.now() > deadline) throw new Error(`${page.url()} is not whole after ${PATIENCE_MS / 1_000} s`);
      await page.waitForTimeout(50);
    }
  };
}
/** Nobody waits for these pages, and the machine may have other work. */
export const PATIENCE_MS = 60_000;

/** Opens one of them and follows its links; `whole` is {@link watching} of this page. */
export async function openWhole(
  page: Page,
  url: string,
  { path, follow = [] }: ShownPage,
  whole: () => Promise<void>,
): Promise<void> {
  await page.goto(url + path);
  await whole();
  for (const link of follow) {
    await page.getByRole('link', { name: link }).first().click();
    await whole();
  }
}
