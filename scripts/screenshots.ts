// `npm run screenshots`: every page of the console over the demo world, light and dark, wide and narrow, into screenshots/.
// By name, `npm run screenshots -- today`, only those whose name contains it.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createAdministrator } from '../src/features/access/session/index.ts';
import { openPage, startBrowser } from '../test/support/browser.ts';
import { startWorld } from '../test/support/world.ts';
import { playDesk } from './demo/desk.ts';
import { createStage } from './demo/stage.ts';
import { openTestDatabase } from './test-database.ts';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));
const ADMIN = { email: 'admin@mortar.test', password: 'mortar-admin-password' };

/** Every page by name. A page about one record names a page and the links that lead on from it, as its path is only known then. */
const PAGES: readonly { name: string; path: string; follow?: readonly string[]; signedOut?: true }[] = [
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
  { name: 'investor-loan', path: '/console/investors', follow: ['Anaïs', 'Argent'] },
  { name: 'investor-holdings', path: '/console/investors', follow: ['Camille', 'Placements'] },
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
  { name: 'not-found', path: '/console/nowhere' },
];
const VIEWS = [1_440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, height: width === 390 ? 844 : 900, colorScheme })),
);

/** How long nothing may be on its way until a page counts as whole: what was read may ask for more. */
const QUIET_MS = 400;

/** Counts the requests of a page, and waits until there were none for a while and nothing is awaited any more. */
function watching(page: Page): () => Promise<void> {
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
    while (underWay > 0 || performance.now() - quietSince < QUIET_MS || (await page.locator('.skeletons').count()) > 0) {
      if (performance.now() > deadline) throw new Error(`${page.url()} is not whole after ${PATIENCE_MS / 1_000} s`);
      await page.waitForTimeout(50);
    }
  };
}
const PATIENCE_MS = 60_000;

const wanted = process.argv.slice(2);
const database = await openTestDatabase({ serverUrl: process.env.TEST_DATABASE_URL, template: undefined }, async () => {});
process.env.TEST_DATABASE_URL = database.serverUrl;
const world = await startWorld();
const browser = await startBrowser();
try {
  await createAdministrator(world.deps, { ...ADMIN, name: 'Alix Martin' });
  const stage = createStage({ apiUrl: world.url, controlUrl: `${world.sandbox.url}/_control`, admin: ADMIN });
  await playDesk(stage, (title) => console.log(title));
  const administrator = stage.visitor();
  await administrator.post('/api/auth/sign-in/email', ADMIN);
  const cookies = [...administrator.cookies].map(([name, value]) => ({ name, value, url: world.url }));
  if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, follow, signedOut } of PAGES.filter(
    (page) => wanted.length === 0 || wanted.some((part) => page.name.includes(part)),
  )) {
    for (const view of VIEWS) {
      const { page, context, complaints } = await openPage(browser, view);
      // Nobody waits for these pictures, and the machine may have other work.
      page.setDefaultTimeout(PATIENCE_MS);
      const whole = watching(page);
      if (!signedOut) await context.addCookies(cookies);
      await page.goto(world.url + path);
      await whole();
      for (const link of follow ?? []) {
        await page.getByRole('link', { name: link }).first().click();
        await whole();
      }
      // The whole page without scrolling: what is fixed to the window stands at its edge.
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      await page.setViewportSize({ width: view.width, height: Math.max(height, view.height) });
      await whole();
      const file = `${name}-${view.width}-${view.colorScheme}.png`;
      await page.screenshot({ path: join(FOLDER, file) });
      await context.close();
      console.log(`${file}${complaints.length > 0 ? `  ${complaints.join('; ')}` : ''}`);
    }
  }
} finally {
  await browser.close();
  await world.close();
  await database.close();
}
process.exit();
