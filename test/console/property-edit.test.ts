// The form of a property, its note, its images and documents, and its trail, as an administrator uses them.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import sharp from 'sharp';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { openFunding, PASSWORD, signInAdministrator } from '../support/actors.ts';
import { type ConsoleBrowser, describePages, giveNameAndPassword } from '../support/browser.ts';
import { RED_PDF, waitForPaper } from '../support/shown-paper.ts';
import { expectStatus } from '../support/world.ts';

async function draft(browser: ConsoleBrowser): Promise<PropertyId> {
  const body = { name: 'Les Hêtres', investorContractType: 'obligation' };
  const answer = await browser.administrator.client.post<{ id: PropertyId }>('/administration/property', body);
  return expectStatus(answer, 201).body.id;
}

type Stored = {
  name: string;
  amountToFundCents: number | null;
  minAmountToFundCents: number | null;
  surface: number | null;
  totalFundEscrow: number;
  totalConstructionBudget: number;
  imageGallery: string[];
  documents: { name: string }[];
};
const read = async (browser: ConsoleBrowser, id: PropertyId) =>
  expectStatus(await browser.administrator.client.get<Stored>(`/administration/property/${id}`), 200).body;

await describePages('the form of a property', (browser) => {
  testsOfTheForm(browser);
  testsOfWhatIsTyped(browser);
  testsOfTwoPeople(browser);
  testsOfNoteAndTrail(browser);
  testsOfTheCompany(browser);
  testsOfTheFiles(browser);
  testOfTheBudget(browser);
  testsOfAnUpload(browser);
});

function testsOfTheForm(browser: ConsoleBrowser): void {
  it('saves what was changed, and the fault of a field stands at it', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/edit`);
    await page.getByLabel('Montant à collecter').fill('250 000');
    await page.getByLabel('Montant minimum').fill('300 000');
    await page.getByLabel('Variante de l’opération').selectOption('V2');
    await page.getByLabel('Frais de gestion').fill('1,2');
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).click();
    await page.getByText('min-amount-to-fund-should-be-less-than-amount-to-fund', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Montant minimum').inputValue(), '300 000');
    await page.getByLabel('Montant minimum').fill('200 000');
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).click();
    await page.getByText('Rien n’a changé').waitFor();
    assert.equal((await read(browser, id)).amountToFundCents, 25_000_000);
  });

  it('of a published property the terms are fixed', async () => {
    const { propertyId } = await openFunding(browser.world, { bricks: 5 });
    const page = await browser.open(`/console/properties/${propertyId}/edit`);
    await page.getByText('Les conditions souscrites sont figées').waitFor();
    assert.equal(await page.getByLabel('Montant à collecter').isDisabled(), true);
    await page.getByLabel('Nom', { exact: true }).fill('Les Hêtres rouges');
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).click();
    await page.getByRole('heading', { level: 1, name: 'Les Hêtres rouges' }).waitFor();
    await browser.assertAccessible(page);
  });
}

function testsOfWhatIsTyped(browser: ConsoleBrowser): void {
  it('keeps unsaved changes for a later visit, until they are given up', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/edit`);
    await page.getByLabel('Montant à collecter').fill('250 000');
    await page.getByLabel('Frais de structuration (HT)').fill('1 200,00');
    await page.getByLabel('Ville').fill('Roubaix');
    await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Projets' }).click();
    await page.getByRole('heading', { name: 'Projets', level: 1 }).waitFor();
    // Meanwhile somebody else changes what was not changed here.
    expectStatus(await browser.administrator.client.patch(`/administration/property/${id}`, { name: 'Les Charmes' }), 200);
    await page.goBack();
    await page.getByText('Des modifications ne sont pas enregistrées.').waitFor();
    assert.equal(await page.getByLabel('Montant à collecter').inputValue(), '250 000');
    assert.equal(await page.getByLabel('Frais de structuration (HT)').inputValue(), '1 200,00');
    assert.equal(await page.getByLabel('Ville').inputValue(), 'Roubaix');
    assert.equal(await page.getByLabel('Nom', { exact: true }).inputValue(), 'Les Charmes');
    await browser.assertAccessible(page);
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await closing;
    await page.getByRole('button', { name: 'Abandonner les modifications' }).click();
    await page.getByText('Rien n’a changé.').waitFor();
    assert.equal(await page.getByLabel('Montant à collecter').inputValue(), '');
    assert.equal((await read(browser, id)).amountToFundCents, null);
  });

  it('shows unsaved changes to no later user', async () => {
    const id = await draft(browser);
    const { email, client } = await signInAdministrator(browser.world);
    const other = await signInAdministrator(browser.world);
    const page = await browser.openSignedOut(`/console/properties/${id}/edit`);
    const asked: string[] = [];
    page.on('dialog', async (question) => {
      asked.push(question.type());
      await question.accept();
    });
    await giveNameAndPassword(page, email);
    await page.getByLabel('Ville').fill('Roubaix');
    expectStatus(await client.post('/api/auth/revoke-sessions'), 200);
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).click();
    const again = page.getByRole('dialog', { name: 'Votre session a pris fin' });
    await again.getByLabel('Adresse e-mail').fill(other.email);
    await again.getByLabel('Mot de passe').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Aujourd’hui', level: 1 }).waitFor();
    // The next user is not asked to stay on what another one typed.
    assert.deepEqual(asked, []);
    await page.goBack();
    await page.getByText('Rien n’a changé.').waitFor();
    assert.equal(await page.getByLabel('Ville').inputValue(), '');
  });
}

function testsOfTwoPeople(browser: ConsoleBrowser): void {
  it('what another person changed meanwhile is shown, and nothing is lost', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/edit`);
    await page.getByLabel('Nom', { exact: true }).fill('Les Saules');
    await page.getByLabel('Montant minimum').fill('100 000');
    const theirs = { name: 'Les Ormes', surface: 320 };
    expectStatus(await browser.administrator.client.patch(`/administration/property/${id}`, theirs), 200);
    const save = page.getByRole('button', { name: 'Enregistrer la fiche' });
    await save.click();
    await page.getByText('Quelqu’un d’autre a modifié ce projet entre-temps').waitFor();
    await page.getByText('Nom : « Les Ormes » de l’autre, « Les Saules » de vous').waitFor();
    await page.getByText('Surface : « 320 »').waitFor();
    assert.equal((await read(browser, id)).name, 'Les Ormes');
    assert.equal(await page.getByLabel('Montant minimum').inputValue(), '100 000');
    await browser.assertAccessible(page);
    await save.click();
    await page.getByText('Rien n’a changé').waitFor();
    const saved = await read(browser, id);
    assert.deepEqual([saved.name, saved.surface, saved.minAmountToFundCents], ['Les Saules', 320, 10_000_000]);
  });
}

function testsOfNoteAndTrail(browser: ConsoleBrowser): void {
  it('two writers of the note see both texts', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/edit`);
    await page.getByLabel('Texte de la note').fill('Appeler le notaire');
    const url = `/administration/property/${id}/internal-note`;
    expectStatus(await browser.administrator.client.patch(url, { content: 'Permis reçu', version: 0 }), 200);
    await page.getByRole('button', { name: 'Enregistrer la note' }).click();
    await page.getByText('Quelqu’un d’autre a modifié la note').waitFor();
    assert.equal(await page.getByLabel('Texte enregistré').inputValue(), 'Permis reçu');
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Garder mon texte' }).click();
    await page.getByText('La note est enregistrée').waitFor();
    const { body } = await browser.administrator.client.get<{ content: string }>(url);
    assert.equal(body.content, 'Appeler le notaire');
  });

  it('the trail names the administrator', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/trail`);
    const trail = page.getByRole('table', { name: 'Qui a fait quoi' });
    await trail.getByRole('row', { name: /Création du brouillon alix@mortar.test/ }).waitFor();
    await trail.getByText('obligation', { exact: true }).waitFor();
    // The checklist leads to a field; what is saved there leaves the reader where they are.
    await page.goto(`${browser.world.url}/console/properties/${id}/edit?field=surface`);
    await page.getByLabel('Surface').fill('120');
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).click();
    await page.getByText('Rien n’a changé').waitFor();
    assert.equal(new URL(page.url()).search, '');
    await browser.assertAccessible(page);
  });
}

function testsOfTheFiles(browser: ConsoleBrowser): void {
  it('images are sent, shown in their order, moved and removed', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/documents`);
    await page.getByText('Aucune image').waitFor();
    await browser.assertAccessible(page);
    const image = async (background: string) => ({
      name: `${background}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    });
    await page
      .getByLabel('Choisir des images')
      .last()
      .setInputFiles([await image('red'), await image('blue')]);
    await page.getByRole('img', { name: 'Image 2' }).waitFor();
    const [red = '', blue = ''] = (await read(browser, id)).imageGallery;
    await page.getByRole('button', { name: 'Reculer l’image 1' }).click();
    await browser.world.until(async () => (await read(browser, id)).imageGallery[0] === blue, 'the new order');
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Retirer l’image 1' }).click();
    await page.getByRole('img', { name: 'Image 2' }).waitFor({ state: 'detached' });
    assert.deepEqual((await read(browser, id)).imageGallery, [red]);
  });

  it('a document is added, looked at in the page, and removed', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/documents`);
    const file = { name: 'Plaquette.pdf', mimeType: 'application/pdf', buffer: RED_PDF };
    await page.getByLabel('Ajouter un document').last().setInputFiles(file);
    await page.getByRole('link', { name: 'Plaquette' }).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Voir Plaquette', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Plaquette' });
    await dialog.getByRole('button', { name: 'Enregistrer le fichier' }).waitFor();
    await waitForPaper(page, /^Plaquette$/);
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('button', { name: 'Retirer Plaquette', exact: true }).click();
    await page.getByText('Aucun document').waitFor();
    assert.deepEqual((await read(browser, id)).documents, []);
  });
}

function testOfTheBudget(browser: ConsoleBrowser): void {
  it('the budget of a published obligation V2 is edited, and a rise without money is refused in words', async () => {
    const contract = { operation: { version: 'V2' }, escrowCents: 20_000, constructionCents: 10_000 };
    const { propertyId } = await openFunding(browser.world, { bricks: 100, contract });
    const page = await browser.open(`/console/properties/${propertyId}/edit`);
    const budget = page.getByRole('form', { name: 'Budget du contrat' });
    const save = budget.getByRole('button', { name: 'Modifier le budget' });
    assert.ok(await save.isDisabled());
    await budget.getByLabel('Séquestre d’intérêts du contrat').fill('150,00');
    await browser.assertAccessible(page);
    await save.click();
    await budget.getByText('Le budget est modifié.').waitFor();
    assert.equal((await read(browser, propertyId)).totalFundEscrow, 15_000);
    await budget.getByLabel('Budget de travaux du contrat').fill('90 000,00');
    await save.click();
    await budget.getByText('project.edit-contract-budget-increase-requires-provider-funds').waitFor();
    assert.equal((await read(browser, propertyId)).totalConstructionBudget, 10_000);
    await browser.assertAccessible(page);
  });
}

function testsOfAnUpload(browser: ConsoleBrowser): void {
  it('how much of an image has left is shown in bytes, and then the image', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/documents`, { own: true });
    // Noise does not become smaller: two megabytes, at half a megabyte a second.
    const noise = sharp(randomBytes(3 * 800 * 800), { raw: { width: 800, height: 800, channels: 3 } });
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 };
    await line.send('Network.emulateNetworkConditions', speed);
    const image = { name: 'bruit.png', mimeType: 'image/png', buffer: await noise.png().toBuffer() };
    await page.getByLabel('Choisir des images').last().setInputFiles(image);
    const bar = page.getByRole('progressbar', { name: 'Envoi en cours' });
    await page.getByText(/^\d[\d,]*\s[km]o sur \d[\d,]*\sMo$/i).waitFor();
    const seen = new Set<number>();
    await browser.world.until(async () => {
      seen.add(Number(await bar.getAttribute('value')));
      return seen.size >= 4;
    }, 'four different values');
    await line.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 });
    assert.deepEqual(
      [...seen],
      [...seen].toSorted((one, other) => one - other),
      'it only rises',
    );
    assert.equal(Number(await bar.getAttribute('max')), image.buffer.length);
    await page.getByRole('img', { name: 'Image 1' }).waitFor();
    await bar.waitFor({ state: 'hidden' });
  });

  it('an image that is none is refused in words', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/documents`);
    const file = { name: 'texte.png', mimeType: 'image/png', buffer: Buffer.from('bonjour') };
    await page.getByLabel('Choisir des images').last().setInputFiles(file);
    await page.getByText('validation-failed', { exact: true }).waitFor();
    await browser.assertAccessible(page);
  });

  it('of three files one is none: the others are kept, and it is named', async () => {
    const id = await draft(browser);
    const page = await browser.open(`/console/properties/${id}/documents`);
    const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const files = ['salon.png', 'texte.png', 'jardin.png'].map((name) => ({
      ...{ name, mimeType: 'image/png' },
      buffer: name === 'texte.png' ? Buffer.from('bonjour') : image,
    }));
    await page.getByLabel('Choisir des images').last().setInputFiles(files);
    await page.getByText('« texte.png » n’a pas été ajoutée').waitFor();
    await page.getByText('Une image ou un PDF est attendu').waitFor();
    await page.getByRole('img', { name: 'Image 2' }).waitFor();
    assert.equal((await read(browser, id)).imageGallery.length, 2);
  });
}

function testsOfTheCompany(browser: ConsoleBrowser): void {
  it('finds the company by a part of its name, by keyboard, however many there are', async () => {
    const id = await draft(browser);
    const { client } = browser.administrator;
    // More than the list shows at once, and the right one is the oldest.
    for (const name of ['SPV des Érables', ...Array.from({ length: 21 }, (_, index) => `SPV ${index}`)])
      expectStatus(await client.post('/administration/spv', { name, country: 'France' }), 201);
    const page = await browser.open(`/console/properties/${id}/edit`);
    const company = page.getByRole('combobox', { name: 'Société (SPV)' });
    assert.equal(await company.inputValue(), 'Aucun');
    await company.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'SPV 20', exact: true }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'SPV des Érables' }).count(), 0);
    assert.equal(await company.getAttribute('aria-expanded'), 'true');
    await browser.assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await company.fill('érabl');
    await page.getByRole('option', { name: 'SPV des Érables', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await company.inputValue(), 'SPV des Érables');
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).click();
    await page.getByText('Rien n’a changé').waitFor();
    await page.reload();
    const isNamed = async () => (await company.inputValue()) === 'SPV des Érables';
    await browser.world.until(isNamed, 'the stored company to be named');
    await browser.assertAccessible(page);
  });

  it('finds the owner and the presentation by a part of their names, however many there are', async () => {
    const id = await draft(browser);
    const { client } = browser.administrator;
    const others = Array.from({ length: 21 }, (_, index) => `Caron${index}`);
    for (const lastname of ['Vallat', ...others]) {
      const email = `${lastname.toLowerCase()}@porteur.test`;
      expectStatus(await client.post('/administration/project-owner', { firstname: 'Zoé', lastname, email }), 201);
      const shown = { name: `Maison ${lastname}`, description: 'Bâtit depuis 2009.' };
      expectStatus(await client.post('/administration/project-owner-presentation', shown), 201);
    }
    const page = await browser.open(`/console/properties/${id}/edit`);
    const choose = async (label: string, typed: string, name: string) => {
      const field = page.getByRole('combobox', { name: label, exact: true });
      await field.click();
      await page.getByRole('option').nth(20).waitFor();
      assert.equal(await page.getByRole('option', { name }).count(), 0);
      await field.fill(typed);
      await page.getByRole('option', { name, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      assert.equal(await field.inputValue(), name);
    };
    await choose('Porteur de projet', 'zoé val', 'Zoé Vallat');
    await choose('Présentation du porteur', 'vallat', 'Maison Vallat');
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).click();
    await page.getByText('Rien n’a changé').waitFor();
    await page.reload();
    for (const [label, name] of [
      ['Porteur de projet', 'Zoé Vallat'],
      ['Présentation du porteur', 'Maison Vallat'],
    ] as const) {
      const field = page.getByRole('combobox', { name: label, exact: true });
      await browser.world.until(async () => (await field.inputValue()) === name, `${name} to be named`);
    }
  });
}
