// Content in a browser: news with their preview and both scopes, owners, presentations, SPVs, financing requests.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { spvWithWallet } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { manySpvs } from '../support/bulk-rows.ts';
import { expectStatus } from '../support/world.ts';

await describePages('Content', (browser) => {
  testOfDrafts(browser);
  testOfPublishing(browser);
  testsOfOwners(browser);
  testsOfPresentations(browser);
  testsOfSpvs(browser);
  testsOfRequests(browser);
});

function testOfDrafts(browser: ConsoleBrowser): void {
  it('a text that was begun is there again after a look at another page', async () => {
    const page = await browser.open('/console/content/news?scope=pdp');
    await page.getByRole('button', { name: 'Nouvelle actualité' }).click();
    const form = page.getByRole('form', { name: 'Nouvelle actualité' });
    await form.getByLabel('Titre').fill('Un nouveau porteur');
    await page.getByRole('link', { name: 'Projets', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Projets' }).waitFor();
    await page.getByRole('link', { name: 'Contenus', exact: true }).first().click();
    await page.getByRole('link', { name: 'Aux porteurs de projet' }).click();
    await page.getByText('Un texte commencé n’est pas enregistré.').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Reprendre' }).click();
    assert.equal(await form.getByLabel('Titre').inputValue(), 'Un nouveau porteur');
    await form.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('button', { name: 'Nouvelle actualité' }).click();
    assert.equal(await form.getByLabel('Titre').inputValue(), '', 'given up');
    await form.getByRole('button', { name: 'Annuler' }).click();
  });
}

function testOfPublishing(browser: ConsoleBrowser): void {
  it('writes a news beside its preview, shows it, and keeps the scopes apart', async () => {
    const page = await browser.open('/console/content');
    await page.getByText('Aucune actualité', { exact: true }).waitFor();
    await browser.assertAccessible(page);
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
    await browser.assertAccessible(page);
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
    await news.getByRole('button', { name: 'Supprimer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Affichez-en d’abord une autre').waitFor();
    await browser.assertAccessible(page);
    await dialog.locator('footer').getByRole('button', { name: 'Fermer' }).click();
    const other = { version: 1, blocks: [{ type: 'heading', text: 'Les Ormes sont complets' }] };
    const created = await browser.administrator.client.post('/administration/home/news?appScope=investors', other);
    expectStatus(created, 201);
    await page.reload();
    const newer = page.getByRole('article').filter({ hasText: 'Les Ormes sont complets' });
    await newer.getByRole('button', { name: 'Supprimer' }).click();
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await newer.waitFor({ state: 'detached' });
  });
}

function testsOfOwners(browser: ConsoleBrowser): void {
  it('creates an owner and edits it', async () => {
    const page = await browser.open('/console/content/owners');
    await page.getByText('Aucun porteur de projet').waitFor();
    await page.getByRole('button', { name: 'Nouveau porteur' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Prénom').fill('Inès');
    await dialog.getByLabel('Nom de famille').fill('Caron');
    await dialog.getByLabel('Adresse e-mail').fill('ines.caron@mortar.test');
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Inès Caron' });
    await row.getByRole('button', { name: 'Modifier' }).click();
    await dialog.getByLabel('Téléphone').fill('+33612345678');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await row.getByText('+33 6 12 34 56 78').waitFor();
    await browser.assertAccessible(page);
  });

  it('an owner whom a project names stays, and the dialog says why; without the project, deletion works', async () => {
    const { client } = browser.administrator;
    const owner = { firstname: 'Paul', lastname: 'Roux', email: 'paul.roux@mortar.test' };
    const made = expectStatus(await client.post<{ value: { id: string } }>('/administration/project-owner', owner), 201);
    const body = { name: 'Les Aulnes', investorContractType: 'loan', projectOwnerId: made.body.value.id };
    const property = expectStatus(await client.post<{ id: string }>('/administration/property', body), 201).body;
    const page = await browser.open('/console/content/owners');
    const row = page.getByRole('row').filter({ hasText: 'Paul Roux' });
    const dialog = page.getByRole('dialog');
    await row.getByRole('button', { name: 'Supprimer' }).click();
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await dialog.getByText('Un projet au moins porte ce nom').waitFor();
    await browser.assertAccessible(page);
    expectStatus(await client.patch(`/administration/property/${property.id}`, { projectOwnerId: null }), 200);
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('lists presentations and financing requests', async () => {
    const { client } = browser.administrator;
    const page = await browser.open('/console/content/presentations');
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
    await browser.assertAccessible(page);
  });
}

function testsOfPresentations(browser: ConsoleBrowser): void {
  it('writes a presentation, changes it, and deletes it once no project shows it', async () => {
    const { client } = browser.administrator;
    const page = await browser.open('/console/content/presentations');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Nouvelle présentation' }).click();
    await dialog.getByLabel('Nom').fill('Hugo Blanc');
    await dialog.getByLabel('Description').fill('Rénove à Nantes.');
    await dialog.getByLabel('Adresse de la photo').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('Cette forme n’est pas valable', { exact: true }).waitFor();
    await dialog.getByLabel('Adresse de la photo').fill('');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Hugo Blanc' });
    await row.getByRole('button', { name: 'Modifier' }).click();
    await dialog.getByLabel('Description').fill('Rénove à Rennes.');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await row.getByText('Rénove à Rennes.').waitFor();
    const list = expectStatus(
      await client.get<{ id: string; json: { name: string } }[]>('/administration/project-owner-presentation'),
      200,
    );
    const shown = list.body.find(({ json }) => json.name === 'Hugo Blanc')?.id;
    const body = { name: 'Les Ormes', investorContractType: 'obligation', projectOwnerPresentationId: shown };
    const property = expectStatus(await client.post<{ id: string }>('/administration/property', body), 201).body;
    await row.getByRole('button', { name: 'Supprimer' }).click();
    await dialog.getByText('C’est refusé tant qu’un projet la montre').waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await dialog.getByText('project-owner-presentation-in-use', { exact: true }).waitFor();
    const freed = await client.patch(`/administration/property/${property.id}`, { projectOwnerPresentationId: null });
    expectStatus(freed, 200);
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await row.waitFor({ state: 'detached' });
    await browser.assertAccessible(page);
  });
}

function testsOfRequests(browser: ConsoleBrowser): void {
  it('records a request, names its account manager and links its project', async () => {
    const { client } = browser.administrator;
    expectStatus(await client.post('/administration/property', { name: 'Les Charmes', investorContractType: 'loan' }), 201);
    const page = await browser.open('/console/content/requests');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Nouvelle demande' }).click();
    await dialog.getByLabel('Nom de la demande').fill('Surélévation des Charmes');
    await dialog.getByLabel('Montant demandé').fill('mille');
    await dialog.getByText('Ce n’est pas un montant.').waitFor();
    await dialog.getByLabel('Montant demandé').fill('410 000');
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Surélévation des Charmes' });
    await row.getByText(/^410.000,00/).waitFor();
    await row.getByRole('button', { name: 'Désigner' }).click();
    await dialog.getByLabel('Prénom').fill('Nora');
    await dialog.getByLabel('Nom de famille').fill('Petit');
    await dialog.getByLabel('Adresse e-mail').fill('nora.petit@mortar.test');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await row.getByText('Nora Petit').waitFor();
    await row.getByRole('button', { name: 'Relier un projet' }).click();
    const project = dialog.getByRole('combobox', { name: 'Projet à relier' });
    await project.fill('aucun de ce nom');
    await dialog.getByText('Rien ne correspond.').waitFor();
    await project.fill('charmes');
    await dialog.getByRole('option', { name: 'Les Charmes' }).waitFor();
    await browser.assertAccessible(page);
    await page.keyboard.press('Enter');
    assert.equal(await project.inputValue(), 'Les Charmes');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await row.getByRole('link', { name: 'Ouvrir le projet' }).waitFor();
    await row.getByRole('button', { name: 'Changer de projet' }).click();
    await dialog.getByRole('button', { name: 'Retirer le lien' }).click();
    await row.getByText('Aucun projet').waitFor();
    await row.getByRole('button', { name: 'Changer : Surélévation des Charmes', exact: true }).click();
    await dialog.getByRole('button', { name: 'Retirer le chargé d’affaires' }).click();
    await row.getByText('à désigner').waitFor();
    await browser.assertAccessible(page);
  });
}

function testsOfSpvs(browser: ConsoleBrowser): void {
  it('creates an SPV with its own VAT and changes it; an account of somebody else is refused at its field', async () => {
    const { accountId } = await spvWithWallet(browser.world);
    const page = await browser.open('/console/content/spvs');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Nouvelle SPV' }).click();
    await dialog.getByLabel('Nom').fill('SPV Saules');
    await dialog.getByLabel('Pays').selectOption('Portugal');
    await dialog.getByLabel('TVA sur nos frais').fill('cent');
    await dialog.getByText('Un pourcentage entre 0 et 100 est attendu.').waitFor();
    await dialog.getByLabel('TVA sur nos frais').fill('6,5');
    await dialog.getByLabel('Identifiant du compte chez le prestataire').fill(accountId);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('spv.provider-external-id-already-exists', { exact: true }).waitFor();
    await dialog.getByLabel('Identifiant du compte chez le prestataire').fill('');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('heading', { level: 1, name: 'SPV Saules' }).waitFor();
    await page.getByRole('button', { name: 'Modifier' }).click();
    await dialog.getByLabel('TVA sur nos frais').fill('');
    await dialog.getByLabel('Nom').fill('SPV Grands Saules');
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('heading', { level: 1, name: 'SPV Grands Saules' }).waitFor();
    type Stored = { name: string; country: string; vatOverrideBps: number | null };
    const spvs = expectStatus(await browser.administrator.client.get<Stored[]>('/administration/spv'), 200).body;
    const stored = spvs.find(({ name }) => name === 'SPV Grands Saules');
    assert.deepEqual([stored?.country, stored?.vatOverrideBps], ['Portugal', null]);
  });

  it('reads on through more SPVs than one page holds', async () => {
    await manySpvs(browser.world, 130);
    const page = await browser.open('/console/content/spvs');
    await page.getByRole('button', { name: 'Afficher la suite' }).click();
    await page.getByRole('row').nth(130).waitFor();
    await page.getByRole('button', { name: 'Afficher la suite' }).waitFor({ state: 'detached' });
  });

  it('shows the wallet, the bank accounts and the mandates of an SPV', async () => {
    await spvWithWallet(browser.world);
    const page = await browser.open('/console/content/spvs');
    const table = page.getByRole('table', { name: 'SPV' });
    await table.getByRole('link').first().click();
    await page.getByText('Solde disponible chez le prestataire').waitFor();
    await page.getByRole('heading', { name: 'Comptes bancaires de retrait' }).waitFor();
    await page.getByRole('heading', { name: 'Mandats de prélèvement' }).waitFor();
    await browser.assertAccessible(page);
  });
}
