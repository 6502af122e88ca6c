// Every page of the console over the demo world: something stands there, axe finds nothing, in both languages links of one name lead to
// one place, and on a narrow telephone nothing lies beside the page and fingers reach everything.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { playDesk } from '../../scripts/demo/operators.ts';
import { createStage } from '../../scripts/demo/stage.ts';
import { PASSWORD } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { openWhole, PAGES, type ShownPage, watching } from '../support/console-pages.ts';
import { expectStatus } from '../support/world.ts';

/**
 * Rightly empty in the demo world: the month of today is the late one, only withdrawals beyond the twelve free ones of a year are
 * invoiced, and a payment that failed has posted nothing.
 */
const RIGHTLY_EMPTY = [
  '/console/payouts Versements du mois',
  '/console/payouts Impôt à reverser',
  '/console/investors/:id/tax Factures et avoirs',
  '/console/operations/payments?status=failed&id=:id Écritures',
];

/** The table of docs/guides/console.md, by kind, but what depends on the day of the month. */
const WAITING: readonly [kind: string, count: number][] = [
  ['reconciliation-difference', 2],
  ['payment-incident', 1],
  ['payment-without-outcome', 1],
  ['payout-refused', 1],
  ['debit-rejected', 1],
  ['late-project', 2],
  ['wire-to-assign', 3],
  ['identity-check', 1],
  ['tax-request', 1],
  ['complaint', 1],
  ['notification-unhandled', 1],
];

const WIDE = { width: 1440, height: 900 };
/** The narrowest telephone, CSS pixels. */
const NARROW = { width: 360, height: 780 };

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Pathnames with what is of one record left out: those that were shown, and those that the menu and the tabs lead to. */
const seen = new Set<string>();
const led = new Set<string>();
/** Each page that was shown, by address without ids, with its parts that say that nothing is there. */
const shownPages: { address: string; empty: readonly string[] }[] = [];

await describePages(
  'Every page of the console',
  (browser) => {
    before(async () => {
      const { world, administrator } = browser;
      const admin = { email: administrator.email, password: PASSWORD };
      await playDesk(createStage({ apiUrl: world.url, controlUrl: `${world.sandbox.url}/_control`, admin }), () => {});
    });

    let signedIn: ReturnType<typeof watched> | undefined;
    let signedOut: ReturnType<typeof watched> | undefined;

    for (const shown of PAGES)
      it(`${shown.name} is accessible, and its links say where they lead`, async () => {
        signedIn ??= watched(browser.open);
        signedOut ??= watched(browser.openSignedOut);
        const { page, whole } = await (shown.signedOut ? signedOut : signedIn);
        await page.setViewportSize(WIDE);
        await page.evaluate("localStorage.removeItem('mortar.language')");
        await openWhole(page, browser.world.url, shown, whole);
        await browser.assertAccessible(page);
        if (!shown.signedOut) await browser.assertLinksApart(page);
        seen.add(placeOf(page.url()));
        shownPages.push({ address: addressOf(page.url()), empty: await emptyPartsOf(page) });
        const hrefs = page
          .locator('.rail a, .tabs a')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
        for (const href of await hrefs) led.add(placeOf(new URL(href, page.url()).href));
        await readInEnglish(page, shown);
        await whole();
        if (!shown.signedOut) await browser.assertLinksApart(page);
        await assertNarrow(page);
        await browser.assertReachable(page);
      });

    it('no part of a page is empty for everybody', () => {
      const empty = [...Map.groupBy(shownPages, ({ address }) => address)].flatMap(([address, [first, ...others]]) =>
        (first?.empty ?? [])
          .filter((part) => others.every((other) => other.empty.includes(part)))
          .map((part) => `${address} ${part}`),
      );
      assert.deepEqual(empty, RIGHTLY_EMPTY);
    });

    it('what the guide says waits in the demo world does', () => assertWaiting(browser));

    it('the notification that waits in the demo world can be replayed, and verifies its investor', async () => {
      // The service asks again for three days; this one is older.
      await browser.world.runJob('replay-webhook');
      const page = await browser.open('/console/today');
      await page.getByRole('link', { name: 'Statut d’un compte' }).click();
      // That of its page: Today's names the notification too.
      await page.getByRole('button', { name: 'Rejouer la notification', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rejouer la notification' }).click();
      await page.getByRole('dialog').getByText('La notification est traitée').waitFor();
      await waitUntilVerified(browser, 'Diane Roussel');
    });

    it('no page that the menu or a tab leads to was left out', () => {
      assert.ok(led.size > 25, [...led].join(' '));
      assert.deepEqual(
        [...led].filter((place) => ![...seen].some((one) => one === place || one.startsWith(`${place}/`))),
        [],
      );
    });
  },
  { keepPages: true },
);

async function assertWaiting({ administrator: { client } }: ConsoleBrowser): Promise<void> {
  const today = await client.get<{ waiting: { kind: string; count: number }[] }>('/administration/today');
  const counts = new Map(expectStatus(today, 200).body.waiting.map(({ kind, count }) => [kind, count]));
  assert.deepEqual(
    WAITING.map(([kind]) => [kind, counts.get(kind)]),
    WAITING,
  );
}

/** On a telephone the page is read by scrolling down alone. */
async function assertNarrow(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), NARROW.width, `width of ${page.url()}`);
}

/** A page for all tests that open it, and {@link watching} of it. */
async function watched(open: ConsoleBrowser['open']): Promise<{ page: Page; whole: () => Promise<void> }> {
  const page = await open('/console/nowhere');
  // What moves on a page while it loads is asked of the pages one by one, in their own tests.
  await page.addInitScript('globalThis.hasActed = true');
  return { page, whole: watching(page, 150) };
}

/** A record's own page under its own address is its list's with `:id`; the first tab of it has no name. */
function placeOf(url: string): string {
  return new URL(url).pathname.replace(UUID, ':id').replace(/\/\d{4}-\d\d$/, '');
}

/** With its filters: another filter is another list. */
function addressOf(url: string): string {
  return placeOf(url) + new URL(url).search.replace(UUID, ':id');
}

/** Headings of a page's parts which say that nothing is there. */
async function emptyPartsOf(page: Page): Promise<string[]> {
  return page
    .locator('main section .empty')
    .evaluateAll((elements) => elements.map((element) => element.closest('section')?.querySelector('h2')?.textContent ?? ''));
}

/** By the switch of the page, which is in the menu of the account once somebody is signed in. */
async function readInEnglish(page: Page, { signedOut }: ShownPage): Promise<void> {
  const menu = page.locator('.account-button');
  if (!signedOut) await menu.click();
  await page.getByLabel('English', { exact: true }).check();
  await page.locator('html[lang=en]').waitFor();
  if (!signedOut) await menu.click();
}

/** The list does not follow by itself, and the account is read at the provider by a job. */
async function waitUntilVerified(browser: ConsoleBrowser, name: string): Promise<void> {
  const page = await browser.open(`/console/investors?search=${name.split(' ')[0]}`);
  await browser.world.until(async () => {
    await page.reload();
    await page.getByRole('row', { name }).waitFor();
    return page.getByRole('row', { name: new RegExp(`${name}.*Vérifiée`) }).isVisible();
  }, `${name} to be verified`);
}
