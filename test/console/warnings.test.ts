// What the console says of its surroundings: the provider is down, no connection, a page that does not load, a new version.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signUp } from '../support/actors.ts';
import { describePages } from '../support/browser.ts';
import { expectStatus } from '../support/world.ts';

await describePages('the surroundings of the console', (browser) => {
  it('a band says on every page that the provider is down, and leads to the health', async () => {
    const { world } = browser;
    const { client } = await signUp(world);
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/documents', mode: 'http-500', times: 1 });
    expectStatus(await client.get('/customers/investor-identity-document'), 500);
    await world.runJob('outside-operations');
    const page = await browser.open('/console/properties');
    await page.getByText('Le prestataire de paiement ne répond pas depuis').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Voir la santé' }).click();
    await page.getByRole('row', { name: /^Prestataire de paiement En panne .*listDocuments/ }).waitFor();
    await page.getByRole('row', { name: /^Base de données Fonctionne/ }).waitFor();
    await browser.assertAccessible(page);
    expectStatus(await client.get('/customers/investor-identity-document'), 200);
    await world.runJob('outside-operations');
    await page.getByRole('button', { name: 'Vérifier de nouveau' }).click();
    await page.getByRole('row', { name: /^Prestataire de paiement Fonctionne/ }).waitFor();
  });

  it('a page that does not load says so, and is loaded again', async () => {
    const page = await browser.open('/console/today');
    await page.getByRole('heading', { level: 1, name: 'Aujourd’hui' }).waitFor();
    // A script that was cut off: one that is not there at all the browser logs as an error, which fails the test.
    const cutOff = { contentType: 'text/javascript', body: "throw new Error('cut off')" };
    await page.route('**/console/assets/**', (route) => route.fulfill(cutOff));
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Versements' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cette page n’a pas pu être chargée' }).waitFor();
    await browser.assertAccessible(page);
    await page.unroute('**/console/assets/**');
    await page.getByRole('button', { name: 'Charger de nouveau' }).click();
    await page.getByRole('heading', { level: 1, name: 'Versements' }).waitFor();
  });

  it('says that it is offline', async () => {
    const page = await browser.open('/console/today');
    await page.context().setOffline(true);
    await page.getByText('Vous êtes hors ligne').waitFor();
    await browser.assertAccessible(page);
    await page.context().setOffline(false);
    await page.getByText('Vous êtes hors ligne').waitFor({ state: 'detached' });
  });

  it('announces a new version, which a reload brings', async () => {
    const page = await browser.open('/console/today');
    await page.getByRole('heading', { level: 1, name: 'Aujourd’hui' }).waitFor();
    // As after an installation: the document names another script.
    await page.route('**/console', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll(/assets\/[\w.-]+\.js/g, 'assets/other.js'),
      });
    });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.getByText('Une nouvelle version de la console est disponible.').waitFor();
    await browser.assertAccessible(page);
    await page.unroute('**/console');
    await page.getByRole('button', { name: 'Recharger la page' }).click();
    await page.getByText('Une nouvelle version de la console est disponible.').waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/console/today');
  });
});
