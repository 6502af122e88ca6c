// `npm run screenshots`: every page of both faces over the demo world, light and dark, wide and narrow, into screenshots/.
// By name, `npm run screenshots -- today`, only those whose name contains it.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAdministrator } from '../src/features/access/administrators/index.ts';
import { openPage, startBrowser } from '../test/support/browser.ts';
import { openWhole, PAGES, PATIENCE_MS, type ShownPage, watching } from '../test/support/console-pages.ts';
import { INVESTOR_PAGES } from '../test/support/investor-pages.ts';
import { startWorld } from '../test/support/world.ts';
import { playDesk } from './demo/operators.ts';
import { createStage } from './demo/stage.ts';
import { openTestDatabase } from './test-database.ts';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));
const CAMILLE = { email: 'camille@demo.mortar.test', password: 'mortar-demo-password' };
const ADMIN = { email: 'admin@mortar.test', password: 'mortar-admin-password' };

type Cookies = { name: string; value: string; url: string }[];

const viewsOf = (widths: readonly number[]) =>
  widths.flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, height: width < 400 ? 844 : 900, colorScheme })),
  );
const CONSOLE_VIEWS = viewsOf([1_440, 390]);
const INVESTOR_VIEWS = viewsOf([1_440, 768, 360]);

const wanted = process.argv.slice(2);
const database = await openTestDatabase({ serverUrl: process.env.TEST_DATABASE_URL, template: undefined }, async () => {});
process.env.TEST_DATABASE_URL = database.serverUrl;
const world = await startWorld();
const browser = await startBrowser();
try {
  await createAdministrator(world.deps, { ...ADMIN, name: 'Alix Martin' });
  const stage = createStage({ apiUrl: world.url, controlUrl: `${world.sandbox.url}/_control`, admin: ADMIN });
  await playDesk(stage, (title) => console.log(title));
  const cookiesOf = async (who: { email: string; password: string }) => {
    const client = stage.visitor();
    await client.post('/api/auth/sign-in/email', who);
    return [...client.cookies].map(([name, value]) => ({ name, value, url: world.url }));
  };
  const faces = [
    { pages: PAGES, views: CONSOLE_VIEWS, cookies: await cookiesOf(ADMIN) },
    { pages: INVESTOR_PAGES, views: INVESTOR_VIEWS, cookies: await cookiesOf(CAMILLE) },
  ];
  if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const isWanted = ({ name }: ShownPage) => wanted.length === 0 || wanted.some((part) => name.includes(part));
  for (const { pages, views, cookies } of faces)
    for (const shown of pages.filter(isWanted)) for (const view of views) await takePicture(shown, view, cookies);
} finally {
  await browser.close();
  await world.close();
  await database.close();
}
process.exit();

async function takePicture(shown: ShownPage, view: (typeof CONSOLE_VIEWS)[number], cookies: Cookies): Promise<void> {
  const { page, context, complaints } = await openPage(browser, view);
  // Nobody waits for these pictures, and the machine may have other work.
  page.setDefaultTimeout(PATIENCE_MS);
  const whole = watching(page);
  if (!shown.signedOut) await context.addCookies(cookies);
  await openWhole(page, world.url, shown, whole);
  // The whole page without scrolling: what is fixed to the window stands at its edge.
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width: view.width, height: Math.max(height, view.height) });
  await whole();
  const file = `${shown.name}-${view.width}-${view.colorScheme}.png`;
  await page.screenshot({ path: join(FOLDER, file) });
  await context.close();
  console.log(`${file}${complaints.length > 0 ? `  ${complaints.join('; ')}` : ''}`);
}
