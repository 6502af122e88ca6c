// A project published from nothing, only by what the pages say: signed in, created, filled in, checked, published, and seen by a visitor.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { PASSWORD } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { expectStatus } from '../support/world.ts';

const HOUR = 3_600_000;

/** An instant as a field of date and time takes it, in the time of Paris. */
function inParis(at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).slice(0, 16).replace(' ', 'T');
}

async function image(background: string) {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background } });
  return { name: `${background}.png`, mimeType: 'image/png', buffer: await picture.png().toBuffer() };
}

await describePages('the publication of a project from nothing', (browser) => {
  testOfTheWholeWay(browser);
  testOfTheWallet(browser);
});

function testOfTheWholeWay(browser: ConsoleBrowser): void {
  it('leads from the open lines of the checklist to their fields, and ends on the public page', async () => {
    const page = await browser.openSignedOut('/console');
    const propertyId = await signInAndCreate(page, browser.administrator.email);
    await mend(page, 'Le début de la collecte est fixé');
    await focused(page, 'Début de la collecte');
    const start = new Date(Date.parse(browser.world.deps.clock.now().toString()) + 72 * HOUR);
    await page.getByLabel('Début de la collecte').fill(inParis(start));
    await page.getByLabel('Fin de la collecte au plus tard').fill(inParis(new Date(start.getTime() + 720 * HOUR)));
    await fillTerms(page);
    await fillPeople(page, browser);
    await fillPage(page);
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).click();
    await page.getByText('La fiche est enregistrée.').waitFor();

    await mend(page, 'La galerie a au moins deux images', 'Ajouter des images');
    await page
      .getByLabel('Choisir des images')
      .last()
      .setInputFiles([await image('red'), await image('blue')]);
    await page.getByRole('img', { name: 'Image 2' }).waitFor();
    await page.getByRole('link', { name: 'Vue d’ensemble' }).click();
    const checklist = page.getByRole('list', { name: 'À remplir avant la publication' });
    await checklist.getByRole('listitem').first().waitFor();
    await browser.world.until(async () => (await checklist.locator('li:not(.met)').count()) === 0, 'every line to be met');
    await page.getByRole('button', { name: 'Publier', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publier', exact: true }).click();
    await checklist.waitFor({ state: 'detached' });

    await assertPublic(browser, propertyId);
    const { client } = browser.administrator;
    const { body } = await client.get<{ fundingStartDate: string }>(`/administration/property/${propertyId}`);
    assert.equal(inParis(new Date(body.fundingStartDate)), inParis(start), 'the time typed is that of Paris');
  });
}

function testOfTheWallet(browser: ConsoleBrowser): void {
  it('a line about the wallet leads to the company, where the account is named', async () => {
    const { client } = browser.administrator;
    const spv = expectStatus(
      await client.post<{ id: string }>('/administration/spv', { name: 'SPV Frênes', country: 'France' }),
      201,
    );
    const body = { name: 'Les Frênes', investorContractType: 'obligation', spvId: spv.body.id };
    const { id } = expectStatus(await client.post<{ id: string }>('/administration/property', body), 201).body;
    const page = await browser.open(`/console/properties/${id}`);
    await mend(page, 'La société a un portefeuille chez le prestataire', 'Ouvrir la société');
    await page.getByRole('heading', { level: 1, name: 'SPV Frênes' }).waitFor();
    await browser.world.control('POST', '/accounts', { accountId: 'spv-frenes', kind: 'legal', status: 6, balanceCents: 0 });
    await page.getByRole('button', { name: 'Modifier' }).click();
    await page.getByRole('dialog').getByLabel('Identifiant du compte chez le prestataire').fill('spv-frenes');
    await browser.assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('spv-frenes').waitFor();
    await page.getByRole('link', { name: 'Les Frênes' }).click();
    const checklist = page.getByRole('list', { name: 'À remplir avant la publication' });
    await checklist.locator('li.met').getByText('Le prestataire a validé ce portefeuille').waitFor();
  });
}

/** Answers the id of the draft. */
async function signInAndCreate(page: Page, email: string): Promise<string> {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe').fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('link', { name: 'Projets' }).first().click();
  await page.getByRole('button', { name: 'Nouveau projet' }).click();
  await page.getByRole('dialog').getByLabel('Nom du projet').fill('Les Hêtres');
  await page.getByRole('button', { name: 'Créer le brouillon' }).click();
  await page.getByRole('heading', { level: 1, name: 'Les Hêtres' }).waitFor();
  await page.waitForURL(/\/edit$/);
  return /properties\/([^/]+)\//.exec(page.url())?.[1] ?? assert.fail(page.url());
}

async function assertPublic(browser: ConsoleBrowser, propertyId: string): Promise<void> {
  const shown = expectStatus(await browser.world.visitor().get<object>(`/properties/${propertyId}`), 200).body;
  const { name, address, advantages, finances, attributes, videoGallery, projectOwnerPresentation } = Object(shown);
  assert.deepEqual(
    { name, address, finances, attributes, videoGallery, presentation: projectOwnerPresentation?.name },
    {
      name: 'Les Hêtres',
      address: { street: '4 rue des Lilas', postcode: '69003', city: 'Lyon', country: 'France' },
      finances: { Travaux: 120_000 },
      attributes: { 'Classe énergie': 'B' },
      videoGallery: ['https://video.test/1', 'https://video.test/2'],
      presentation: 'Inès Caron, bâtisseuse',
    },
  );
  assert.deepEqual(
    advantages.map(({ title }: { title: string }) => title),
    ['Proche du métro'],
  );
}

/** From the checklist to the field of one of its open lines. */
async function mend(page: Page, rule: string, link = 'Compléter la fiche'): Promise<void> {
  await page.getByRole('link', { name: 'Vue d’ensemble' }).click();
  await page.getByRole('listitem').filter({ hasText: rule }).getByRole('link', { name: link }).click();
}

async function focused(page: Page, label: string): Promise<void> {
  const id = await page.getByLabel(label).getAttribute('id');
  await page.locator(`[id="${id}"]:focus`).waitFor();
}

async function fillTerms(page: Page): Promise<void> {
  await page.getByLabel('Montant à collecter').fill('250 000');
  await page.getByLabel('Montant minimum').fill('150 000');
  await page.getByLabel('Taux annuel').fill('9,5');
  await page.getByLabel('Durée', { exact: true }).fill('24');
  await page.getByLabel('Variante de l’opération').selectOption('V1');
  await page.getByLabel('Remboursement').selectOption('inFine');
}

/** Company, owner and presentation are created without leaving the form. */
async function fillPeople(page: Page, browser: ConsoleBrowser): Promise<void> {
  const dialog = page.getByRole('dialog');
  const save = async () => {
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await browser.world.control('POST', '/accounts', { accountId: 'spv-hetres', kind: 'legal', status: 6, balanceCents: 0 });
  await page.getByRole('button', { name: '+ Nouvelle SPV' }).click();
  await dialog.getByLabel('Nom').fill('SPV Les Hêtres');
  await dialog.getByLabel('Pays').selectOption('France');
  await dialog.getByLabel('Identifiant du compte chez le prestataire').fill('spv-hetres');
  await browser.assertAccessible(page);
  await save();
  await page.getByRole('button', { name: '+ Nouveau porteur' }).click();
  await dialog.getByLabel('Prénom').fill('Inès');
  await dialog.getByLabel('Nom de famille').fill('Caron');
  await dialog.getByLabel('Adresse e-mail').fill('ines.caron@mortar.test');
  await save();
  await page.getByRole('button', { name: '+ Nouvelle présentation' }).click();
  await dialog.getByLabel('Nom').fill('Inès Caron, bâtisseuse');
  await dialog.getByLabel('Description').fill('Bâtit depuis 2009.');
  await browser.assertAccessible(page);
  await save();
  const people = {
    'Société (SPV)': 'SPV Les Hêtres',
    'Porteur de projet': 'Inès Caron',
    'Présentation du porteur': 'Inès Caron, bâtisseuse',
  };
  for (const [label, name] of Object.entries(people)) {
    const field = page.getByRole('combobox', { name: label, exact: true });
    await browser.world.until(async () => (await field.inputValue()) === name, `${name} to be chosen`);
  }
}

async function fillPage(page: Page): Promise<void> {
  await page.getByLabel('Présentation de l’investissement').fill('Douze logements.');
  await page.getByLabel('Rue').fill('4 rue des Lilas');
  await page.getByLabel('Code postal').fill('69003');
  await page.getByLabel('Ville').fill('Lyon');
  await page.getByLabel('Pays').fill('France');
  await page.getByRole('button', { name: 'Ajouter un atout' }).click();
  const advantage = page.getByRole('group', { name: 'Atout 1' });
  await advantage.getByLabel('Titre').fill('Proche du métro');
  await advantage.getByLabel('Texte de l’atout').fill('Ligne B à 300 m.');
  await fact(page, 'Bilan financier', 'Travaux', '120000');
  await fact(page, 'Caractéristiques', 'Classe énergie', 'B');
  await page.getByLabel('Adresses des vidéos').fill('https://video.test/1\nhttps://video.test/2');
}

async function fact(page: Page, table: string, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Ajouter une ligne (${table.toLowerCase()})` }).click();
  const line = page.getByRole('group', { name: `${table}, ligne 1` });
  await line.getByLabel('Intitulé').fill(label);
  await line.getByLabel('Valeur').fill(value);
}
