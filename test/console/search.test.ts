// The search of the top bar: records, tabs and actions, from anywhere, by the keyboard.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { scheduledProperty } from '../support/scheduled-property.ts';

const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

await describePages('the search', (browser) => {
  it('Ctrl-K, a name, Enter at once: the first record opens', async () => {
    await verifiedInvestor(browser.world, { lastName: 'Quatrefages' });
    const page = await browser.open('/console/today');
    await h1(page, 'Aujourd’hui');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('quatrefag');
    await page.keyboard.press('Enter');
    await h1(page, 'Camille Quatrefages');
  });

  it('an amount finds the wire, the arrows choose, and what is found says what it is', async () => {
    const { accountId } = await scheduledProperty(browser.world, browser.administrator);
    const wire = { amountCents: 123_457, comment: 'Loyer de Nivôse' };
    await browser.world.control('POST', `/accounts/${accountId}/credit`, wire);
    await browser.world.runJob('incoming-wires');
    const page = await browser.open('/console/today');
    await page.keyboard.press('/');
    await page.keyboard.type('1234,57');
    await page.getByRole('option', { name: /Virement · Loyer de Nivôse · 1.234,57.€/ }).waitFor();
    await browser.assertAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/wires\/[0-9a-f-]{36}/);
  });

  it('finds tabs and actions by their words, without accents', async () => {
    const page = await browser.open('/console/today');
    for (const [typed, path] of [
      ['sante', '/console/operations/health'],
      ['creer un paiement', '/console/wires/new-payment'],
      ['reclamations', '/console/complaints'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === path);
      // A page that opens takes the focus.
      await page.getByRole('main').and(page.locator(':focus')).waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzzz');
    await page.getByRole('option', { name: 'Projets : « zzzz »' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('combobox', { name: 'Rechercher' }).inputValue(), '');
  });

  it('pages are found and opened while the service refuses, and the search says that it failed', async () => {
    const page = await browser.open('/console/today');
    await page.route(/\/administration\/(property\/)?search/, (route) => route.fulfill({ status: 503, body: '' }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('projets');
    await page.getByText('La recherche n’a pas abouti : seules les pages sont proposées.').waitFor();
    await page.getByRole('option', { name: 'Projets', exact: true }).waitFor();
    await browser.assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/console/properties');
    // What has no code of ours refused nothing.
    await page.getByText('Le service ne répond pas.', { exact: false }).waitFor();
  });

  testOfRoles(browser);
});

function testOfRoles(browser: ConsoleBrowser): void {
  it('a role is offered what it may open', async () => {
    const person = await signInAdministrator(browser.world, undefined, ['projects']);
    const page = await browser.openAs(person, '/console/today');
    await page.keyboard.press('/');
    await page.keyboard.type('paiement');
    await page.getByRole('option', { name: 'Projets : « paiement »' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Créer un paiement' }).count(), 0);
  });
}
