// Content in a browser: news with their preview and both scopes, owners, presentations, SPVs, financing requests.

import { it } from 'node:test';
import { spvWithWallet } from '../support/actors.ts';
import { type Desk, describePages } from '../support/browser.ts';
import { expectStatus } from '../support/world.ts';

await describePages('Content', (desk) => {
  testsOfNews(desk);
  testsOfOwners(desk);
  testsOfSpvs(desk);
});

function testsOfNews(desk: Desk): void {
  it('writes a news beside its preview, shows it, and keeps the scopes apart', async () => {
    const page = await desk.open('/console/content');
    await page.getByText('Aucune actualité', { exact: true }).waitFor();
    await desk.assertAccessible(page);
    await page.getByRole('button', { name: 'Nouvelle actualité' }).click();
    const form = page.getByRole('form', { name: 'Nouvelle actualité' });
    await form.getByLabel('Titre').fill('Les Tilleuls sont ouverts');
    const preview = page.getByRole('region', { name: 'Aperçu' });
    await preview.getByText('Les Tilleuls sont ouverts').waitFor();
    // What the service refuses stands at its field, and nothing that was typed is lost.
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('validation-failed', { exact: true }).waitFor();
    await form.getByLabel('Texte', { exact: true }).fill('La collecte commence lundi.');
    await form.getByRole('button', { name: '+ Lien' }).click();
    await form.getByLabel('Lien', { exact: true }).fill('Découvrir');
    await form.getByLabel('Adresse du lien').fill('https://mortar.test/tilleuls');
    await preview.getByRole('link', { name: 'Découvrir' }).waitFor();
    await desk.assertAccessible(page);
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await form.waitFor({ state: 'detached' });
    const news = page.getByRole('article').filter({ hasText: 'Les Tilleuls sont ouverts' });
    await news.getByText('Non affichée').waitFor();
    await news.getByRole('button', { name: 'Afficher sur l’accueil' }).click();
    await news.getByText('Affichée', { exact: true }).waitFor();
    await page
      .getByRole('navigation', { name: 'Choisir l’application' })
      .getByRole('link', { name: 'Porteurs de projet' })
      .click();
    await page.getByText('Aucune actualité', { exact: true }).waitFor();
    await page.waitForURL(/scope=pdp/);
    await page.goBack();
    await news.getByText('La collecte commence lundi.').waitFor();
  });
}

function testsOfOwners(desk: Desk): void {
  it('creates an owner and edits it', async () => {
    const page = await desk.open('/console/content/owners');
    await page.getByText('Aucun porteur de projet').waitFor();
    await page.getByRole('button', { name: 'Nouveau porteur' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Prénom').fill('Inès');
    await dialog.getByLabel('Nom de famille').fill('Caron');
    await dialog.getByLabel('Adresse e-mail').fill('ines.caron@mortar.test');
    await desk.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Inès Caron' });
    await row.getByRole('button', { name: 'Modifier' }).click();
    await dialog.getByLabel('Téléphone').fill('+33612345678');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await row.getByText('+33612345678').waitFor();
    await desk.assertAccessible(page);
  });

  it('lists presentations and financing requests', async () => {
    const { client } = desk.administrator;
    const page = await desk.open('/console/content/presentations');
    await page.getByText('Aucune présentation').waitFor();
    expectStatus(
      await client.post('/administration/project-owner-presentation', { name: 'Inès Caron', description: 'Bâtit depuis 2009.' }),
      201,
    );
    const request = { name: 'Rénovation des Tilleuls', requestedAmountCents: 12_345_678_900 };
    await page.getByRole('link', { name: 'Demandes de financement' }).click();
    await page.getByText('Aucune demande de financement').waitFor();
    expectStatus(await client.post('/administration/project-financing-request', request), 201);
    await page.getByRole('link', { name: 'Présentations' }).click();
    await page.getByRole('table', { name: 'Présentations' }).getByText('Bâtit depuis 2009.').waitFor();
    await page.getByRole('link', { name: 'Demandes de financement' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Rénovation des Tilleuls' });
    await row.getByText(/^123.456.789,00/).waitFor();
    await row.getByText('à désigner').waitFor();
    await desk.assertAccessible(page);
  });
}

function testsOfSpvs(desk: Desk): void {
  it('shows the wallet, the bank accounts and the mandates of an SPV', async () => {
    await spvWithWallet(desk.world);
    const page = await desk.open('/console/content/spvs');
    const table = page.getByRole('table', { name: 'SPV' });
    await table.getByRole('link').first().click();
    await page.getByText('Solde disponible chez le prestataire').waitFor();
    await page.getByRole('heading', { name: 'Comptes bancaires de retrait' }).waitFor();
    await page.getByRole('heading', { name: 'Mandats de prélèvement' }).waitFor();
    await desk.assertAccessible(page);
  });
}
