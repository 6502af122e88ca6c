// Pages of investors as a phone shows them.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ConsoleBrowser } from './browser.ts';

export const PHONE = { width: 360, height: 740 } as const;

/** Nothing is wider than the screen, but what scrolls in its own frame, and axe finds nothing. */
export async function assertGood(browser: ConsoleBrowser, page: Page): Promise<void> {
  const [inside, whole] = [await page.evaluate('innerWidth'), await page.evaluate('document.documentElement.scrollWidth')];
  assert.ok(Number(whole) <= Number(inside), `${page.url()} is ${whole} wide on a screen of ${inside}`);
  await browser.assertAccessible(page);
}
