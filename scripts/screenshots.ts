// `npm run screenshots`: every page of the console over the demo world, light and dark, wide and narrow, into screenshots/.
// By name, `npm run screenshots -- today`, only those whose name contains it.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAdministrator } from '../src/features/access/administrators/index.ts';
import { openPage, startBrowser } from '../test/support/browser.ts';
import { openWhole, PAGES, PATIENCE_MS, watching } from '../test/support/console-pages.ts';
import { startWorld } from '../test/support/world.ts';
import { playDesk } from './demo/operators.ts';
import { createStage } from './demo/stage.ts';
import { openTestDatabase } from './test-database.ts';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));
const ADMIN = { email: 'admin@mortar.test', password: 'mortar-admin-password' };

const VIEWS = [1_440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, height: width === 390 ? 844 : 900, colorScheme })),
);

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
  for (const shown of PAGES.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))) {
    const { name, signedOut } = shown;
    for (const view of VIEWS) {
      const { page, context, complaints } = await openPage(browser, view);
      // Nobody waits for these pictures, and the machine may have other work.
      page.setDefaultTimeout(PATIENCE_MS);
      const whole = watching(page);
      if (!signedOut) await context.addCookies(cookies);
      await openWhole(page, world.url, shown, whole);
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
