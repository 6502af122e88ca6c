// The way to a wallet in a browser: an investor walks the provider's page, an administrator follows, opens the file of an SPV and of an owner.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { signUp } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { silently } from '../support/notifications.ts';
import { PROFILE } from '../support/profiles.ts';
import { expectStatus } from '../support/world.ts';

await describePages(
  'Onboarding',
  (browser) => {
    testsOfInvestors(browser);
    testsOfSpvs(browser);
    testsOfOwners(browser);
  },
  { settings: { ONBOARDING_OF_NEW_CUSTOMERS: 'v2' } },
);

function testsOfInvestors(browser: ConsoleBrowser): void {
  it('from sign-up to the wallet on the provider’s page, and what an administrator sees of it', async () => {
    const { client, customerId } = await signUp(browser.world);
    expectStatus(await client.patch('/customers/profile', PROFILE), 200);
    const { url } = expectStatus(await client.post<{ url: string }>('/customers/onboarding'), 201).body;
    const page = await browser.open(`/console/investors/${customerId}`);
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Entrée en relation chez le prestataire' }) });
    await section.getByText('Dossier ouvert').waitFor();
    await browser.assertAccessible(page);
    const popup = page.waitForEvent('popup');
    await section.getByRole('link', { name: 'Ouvrir la page' }).click();
    const hosted = await popup;
    assert.equal(hosted.url(), url);
    await hosted.getByRole('heading', { name: 'Onboarding of Camille Durand' }).waitFor();
    await hosted.getByRole('button', { name: 'Hand in' }).click();
    await hosted.getByText('UNDER_ANALYSIS').waitFor();
    await silently(browser.world, async () => {
      await hosted.getByRole('button', { name: 'Accept', exact: true }).click();
      await hosted.getByText('ACCEPTED').first().waitFor();
    });
    await page.reload();
    await section.getByText('En cours d’analyse').waitFor();
    await section.getByRole('button', { name: 'Interroger le prestataire maintenant' }).click();
    await section.getByText('Acceptée').waitFor();
    await section.getByText('Rien : le portefeuille est ouvert').waitFor();
    const { transactionRights } = (await client.get<{ transactionRights: string }>('/customers/me')).body;
    assert.equal(transactionRights, 'all');
  });
}

function testsOfSpvs(browser: ConsoleBrowser): void {
  it('opens the file of an SPV, and has the link for its representative', async () => {
    const name = `SPV ${randomUUID().slice(0, 8)}`;
    const created = await browser.administrator.client.post<{ id: string }>('/administration/spv', { name, country: 'France' });
    const page = await browser.open(`/console/content/spvs?id=${expectStatus(created, 201).body.id}`);
    await page.getByRole('button', { name: `Ouvrir le dossier de ${name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Numéro d’immatriculation (SIREN)').fill('936213743');
    await dialog.getByLabel('Prénom').fill('Hugo');
    await dialog.getByLabel('Nom', { exact: true }).fill('Moreau');
    await dialog.getByLabel('E-mail').fill('hugo@example.test');
    await dialog.getByLabel('Date de naissance').fill('1980-02-03');
    await dialog.getByLabel('Nationalité').fill('FRX');
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Ouvrir le dossier' }).click();
    await page.getByText('validation-failed', { exact: true }).waitFor();
    await dialog.getByLabel('Nationalité').fill('FRA');
    await dialog.getByRole('button', { name: 'Ouvrir le dossier' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Dossier ouvert').waitFor();
    await page.getByRole('link', { name: 'Ouvrir la page' }).waitFor();
    await page.getByRole('button', { name: 'Obtenir un lien' }).click();
    await browser.assertAccessible(page);
  });
}

function testsOfOwners(browser: ConsoleBrowser): void {
  it('opens the file of an owner with what is known of them', async () => {
    const owner = { firstname: 'Inès', lastname: 'Caron', email: 'ines@example.test' };
    expectStatus(await browser.administrator.client.post('/administration/project-owner', owner), 201);
    const page = await browser.open('/console/content/owners');
    await page.getByRole('button', { name: 'Dossier de Inès Caron', exact: true }).click();
    await page.getByRole('button', { name: 'Ouvrir le dossier de Inès Caron' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ouvrir le dossier de Inès Caron' });
    await dialog.getByLabel('Date de naissance').fill('1985-03-04');
    await dialog.getByRole('button', { name: 'Ouvrir le dossier', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Dossier ouvert').waitFor();
  });
}
