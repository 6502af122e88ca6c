// Today in a browser: what waits, its filters, the figures beside it, and what happens when the session ends over it.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { waitingInvestor } from '../support/notifications.ts';
import { buyerOfBricks } from '../support/payers.ts';
import { PLANTED } from '../support/planted-violations.ts';
import { scheduledProperty } from '../support/scheduled-property.ts';
import { expectStatus } from '../support/world.ts';

/** What the links and buttons of a page are called for screen readers. */
async function namesOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, role }) => !ignored && ['link', 'button'].includes(role?.value))
    .map(({ name }) => String(name?.value ?? '').trim());
}

await describePages('Today', (browser) => {
  it('says that nothing waits, and what would stand here', async () => {
    const page = await browser.open('/console/today');
    await page.getByText('Rien ne vous attend.').waitFor();
    await page.getByText('Tout est traité').waitFor();
    await page.getByRole('complementary', { name: 'La plateforme en chiffres' }).getByText('Collecté', { exact: true }).waitFor();
    await browser.assertAccessible(page);
  });

  it('lists what waits with amounts and dates, narrowed by kind in the address', async () => {
    const { accountId } = await scheduledProperty(browser.world, browser.administrator);
    await browser.world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 123_456, comment: 'Loyer' });
    await browser.world.runJob('incoming-wires');
    await waitingInvestor(browser.world);
    const page = await browser.open('/console/today');
    const table = page.getByRole('table', { name: 'Ce qui attend' });
    await table.getByText('Virement à affecter').waitFor();
    await table.getByText('1 234,56 €').waitFor();
    await browser.assertAccessible(page);
    await page
      .getByRole('navigation', { name: 'Filtrer par nature' })
      .getByRole('link', { name: /Virement à affecter/ })
      .click();
    await page.waitForURL(/kind=wire-to-assign/);
    await browser.world.until(async () => (await table.getByRole('row').count()) === 2, 'one row and its head');
    await page.goBack();
    await table.getByText('Identité en vérification').waitFor();
    await browser.assertAccessible(await browser.open('/console/today', { colorScheme: 'dark' }));
    await browser.assertAccessible(await browser.open('/console/today', { width: 360, height: 740 }));
  });

  testOfNames(browser);
  testOfCounts(browser);

  it('asks to sign in again over the page when the session has ended, and goes on', async () => {
    const { email, client } = await signInAdministrator(browser.world);
    const page = await browser.openSignedOut('/console/nowhere');
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe').fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor();
    expectStatus(await client.post('/api/auth/revoke-sessions'), 200);
    await page.getByRole('link', { name: 'Revenir à Aujourd’hui' }).click();
    const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' });
    assert.equal(await dialog.getByLabel('Adresse e-mail').inputValue(), email);
    await browser.assertAccessible(page);
    await dialog.getByLabel('Mot de passe').fill(PASSWORD);
    await page.keyboard.press('Enter');
    // The reading that was refused is done now, without a word from anybody.
    await page.getByText(/choses? vous attend/).waitFor();
    assert.equal(await dialog.count(), 0);
  });
});

function testOfCounts(browser: ConsoleBrowser): void {
  it('each number beside the menu and the tabs leads to exactly so many things', async () => {
    const { world } = browser;
    const incident = PLANTED.find(({ invariant }) => invariant === 'payments-move-once') ?? assert.fail('no such damage');
    const buyer = await buyerOfBricks(world);
    expectStatus(await buyer.ask(), 201);
    const { client } = await verifiedInvestor(world);
    await world.sql(incident.plant);
    expectStatus(await client.post('/customers/complaints', { subject: 'taxes', message: 'Mon taux est faux.' }), 201);
    const followed: string[] = [];
    for (const [path, bar] of [
      ['/console/today', 'Menu principal'],
      ['/console/operations/audit', 'Exploitation'],
      ['/console/investors', 'Investisseurs'],
    ] as const) {
      const page = await browser.open(path);
      const numbers = page.getByRole('navigation', { name: bar }).getByRole('button', { name: /^\d+ à traiter : / });
      await numbers.first().waitFor();
      for (let at = 0; at < (await numbers.count()); at += 1) {
        const name = (await numbers.nth(at).getAttribute('aria-label')) ?? '';
        await numbers.nth(at).click();
        await page.waitForURL(/today\?at=/);
        const rows = page.getByRole('table', { name: 'Ce qui attend' }).locator('tbody').getByRole('row');
        await world.until(async () => (await rows.count()) === Number.parseInt(name, 10), `the rows of ${name}`);
        followed.push(name);
        await page.goto(new URL(path, page.url()).href);
        await numbers.first().waitFor();
      }
    }
    await world.sql(incident.undo);
    for (const place of ['Virements', 'Investisseurs', 'Exploitation', 'Incidents', 'Réclamations'])
      assert.ok(
        followed.some((name) => name.endsWith(`à traiter : ${place}`)),
        `${place}: ${followed}`,
      );
  });
}

function testOfNames(browser: ConsoleBrowser): void {
  it('calls each link and button by what it opens, however alike the things are', async () => {
    const { accountId } = await scheduledProperty(browser.world, browser.administrator);
    for (let wire = 1; wire <= 3; wire += 1)
      await browser.world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 50_000, comment: 'Loyer' });
    await browser.world.runJob('incoming-wires');
    const page = await browser.open('/console/today?kind=wire-to-assign');
    const table = page.getByRole('table', { name: 'Ce qui attend' });
    await table.getByText('500,00').nth(2).waitFor();
    await table
      .getByRole('link', { name: /^Virement à affecter .+, 500,00.€, .+/ })
      .first()
      .waitFor();
    const names = await namesOf(page);
    assert.ok(names.length > 15, names.join(' | '));
    assert.deepEqual(
      names.filter((name, index) => name === '' || names.indexOf(name) !== index),
      [],
    );
    await browser.assertAccessible(page);
    await browser.assertLinksApart(page);
  });
}
