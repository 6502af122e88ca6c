// Properties in the console: found in the list, published from their checklist, closed, and their owner paid.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { openFunding, resaleProperty, sellAndClose, spvWithWallet, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { fundedProperty } from '../support/funding-actors.ts';
import { propertyIs } from '../support/property-states.ts';
import { availableOf } from '../support/readers.ts';
import { expectStatus } from '../support/world.ts';
import { priceOfYear } from '../support/yearly-price.ts';

const inHours = (hours: number) => Temporal.Now.instant().add({ hours }).toString();

/** A draft made over HTTP; `body` is what it has beside its name and contract. */
async function draft(browser: ConsoleBrowser, name: string, body: object = {}): Promise<PropertyId> {
  const { client } = browser.administrator;
  const answer = await client.post<{ id: PropertyId }>('/administration/property', {
    name,
    investorContractType: 'obligation',
    ...body,
  });
  return expectStatus(answer, 201).body.id;
}

async function wholeDraft(browser: ConsoleBrowser, name: string, body: object = {}): Promise<PropertyId> {
  const { spvId } = await spvWithWallet(browser.world);
  return draft(browser, name, {
    ...{ spvId, imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'] },
    ...{ amountToFundCents: 50_000, minAmountToFundCents: 30_000, fundingStartDate: inHours(48) },
    ...body,
  });
}

await describePages('the properties of the console', (browser) => {
  testsOfTheList(browser);
  testsOfADraft(browser);
  testsOfARoyalty(browser);
  testOfASale(browser);
  testOfAWave(browser);
  testsOfAFunding(browser);
});

function testsOfTheList(browser: ConsoleBrowser): void {
  it('finds a property by name and opens it', async () => {
    const name = 'Résidence des Grands Tilleuls de la Colline Saint-Sébastien 2';
    await draft(browser, name);
    await draft(browser, 'Autre projet');
    const page = await browser.open('/console/properties');
    await page.getByRole('row', { name: /Autre projet/ }).waitFor();
    await browser.assertAccessible(page);
    await page.getByLabel('Rechercher un projet').fill('grands tilleuls');
    await page.getByRole('row', { name: /Autre projet/ }).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('search'), 'grands tilleuls');
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name }).waitFor();
  });

  it('narrows by stage, and says when nothing is left', async () => {
    const page = await browser.open('/console/properties?stage=settled');
    await page.getByText('Aucun projet ne correspond').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('navigation', { name: 'Étape' }).getByRole('link', { name: 'Brouillon' }).click();
    await page.getByRole('row', { name: /Autre projet/ }).waitFor();
  });

  it('creates a draft from its name', async () => {
    const page = await browser.open('/console/properties');
    await page.getByRole('button', { name: 'Nouveau projet' }).click();
    await browser.assertAccessible(page);
    await page.getByLabel('Nom du projet').fill('Les Peupliers');
    await page.getByLabel('Type de contrat').selectOption({ label: 'Prêt' });
    await page.getByRole('button', { name: 'Créer le brouillon' }).click();
    await page.getByRole('heading', { level: 1, name: 'Les Peupliers' }).waitFor();
  });

  it('says that a property does not exist', async () => {
    const page = await browser.open('/console/properties/6f1c1f9e-6d5f-4f0e-9c55-0d8a4c5a0b11');
    await page.getByRole('heading', { level: 1, name: 'Projet introuvable' }).waitFor();
    await browser.assertAccessible(page);
  });
}

function testsOfADraft(browser: ConsoleBrowser): void {
  it('is published once its checklist is met', async () => {
    const id = await wholeDraft(browser, 'Les Cèdres', { imageGallery: [], amountToFundCents: 50_999 });
    const page = await browser.open(`/console/properties/${id}`);
    const checklist = page.getByRole('list', { name: 'À remplir avant la publication' });
    await checklist.getByText('La galerie a au moins deux images : manque').waitFor();
    await page.getByText('La publication crée 50 briques.').waitFor();
    await page.getByText(/^9,99\s€ du montant à collecter ne font pas une brique entière/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Publier' }).isDisabled(), true);
    await browser.assertAccessible(page);
    const imageGallery = ['https://images.test/a.png', 'https://images.test/b.png'];
    expectStatus(await browser.administrator.client.patch(`/administration/property/${id}`, { imageGallery }), 200);
    await page.reload();
    await checklist.getByText('La galerie a au moins deux images : rempli').waitFor();
    await page.getByRole('button', { name: 'Publier' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publier le projet' });
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Publier' }).click();
    await page.getByText('0 briques sur 50').waitFor();
    await page.getByText('Aucune souscription confirmée').waitFor();
    await browser.assertAccessible(page);
  });

  it('is deleted after a question', async () => {
    const id = await draft(browser, 'Les Ormes');
    const page = await browser.open(`/console/properties/${id}`);
    await page.getByRole('button', { name: 'Supprimer le brouillon' }).click();
    const dialog = page.getByRole('dialog', { name: 'Supprimer ce brouillon ?' });
    await dialog.getByRole('button', { name: 'Supprimer le brouillon' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projets' }).waitFor();
    const answer = await browser.administrator.client.get<null>(`/administration/property/${id}`);
    assert.equal(answer.text, 'null');
  });
}

function testsOfARoyalty(browser: ConsoleBrowser): void {
  it('is put up for sale, and its market closes', async () => {
    const { customerId } = await verifiedInvestor(browser.world);
    const { propertyId } = await resaleProperty(browser.world, { owners: [{ customerId, bricks: 2 }] });
    const page = await browser.open(`/console/properties/${propertyId}`);
    const prices = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Prix d’une brique' }) });
    // One price has no course: a point says it.
    await prices.locator('.one-place').getByText('10,00 €').waitFor();
    await browser.assertAccessible(page);
    await priceOfYear(browser.world, propertyId, 2025, 1_100);
    await page.reload();
    const drawing = prices.getByRole('img', { name: /^Prix d’une brique\. Prix : 11,00 €/ });
    // A drawing that is drawn anew under a pointer at rest says its price at the next move.
    const saysPrice = async () => {
      await page.mouse.move(0, 0);
      await drawing.locator('.u-over').hover();
      return /Prix : 1[01],00\s€ ·/.test((await prices.locator('.chart-point').textContent()) ?? '');
    };
    await browser.world.until(saysPrice, 'the price under the pointer');
    const place = prices.getByRole('slider', { name: 'Prix d’une brique : parcourir' });
    await place.press('Home');
    assert.match((await place.getAttribute('aria-valuetext')) ?? '', /Prix : 10,00\s€ ·/);
    await prices
      .locator('.chart-point')
      .getByText(/Prix : 10,00\s€ ·/)
      .waitFor();
    await page.keyboard.press('t');
    const table = prices.getByRole('table', { name: 'Prix d’une brique' });
    await table.getByRole('row', { name: /10,00.*€/ }).waitFor();
    await table.getByRole('row', { name: /11,00.*€/ }).waitFor();
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Fermer le marché' }).click();
    await page.getByRole('button', { name: 'Ouvrir le marché' }).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Mettre en vente' }).click();
    const steps = page.getByRole('list', { name: 'Étapes de la vente' });
    await steps.getByText('Mise en vente, rempli').waitFor();
    await page.getByLabel('Type de vente').selectOption({ label: 'Partielle' });
    await page.getByRole('button', { name: 'Accepter l’offre' }).click();
    await steps.getByText('Offre acceptée, rempli').waitFor();
    await page.getByLabel('Prix de vente').fill('20');
    const share = page.getByRole('button', { name: /^Partager 20,00.* entre les porteurs de briques$/ });
    const missing = page.getByRole('list', { name: 'Ce qui manque : Prix partagé entre les porteurs de briques' });
    // Nobody has paid for the property yet.
    await missing.getByText(/le projet a 0,00.€ en excédent/).waitFor();
    await missing.getByRole('link', { name: 'Ouvrir les virements à affecter' }).waitFor();
    assert.ok(await share.isDisabled());
    await page.getByRole('button', { name: 'Ouvrir le marché' }).click();
    await missing.getByText(/Le marché secondaire est ouvert/).waitFor();
    await browser.assertAccessible(page);
    await missing.getByRole('link', { name: 'Aller au marché secondaire' }).click();
    await page.getByRole('button', { name: 'Fermer le marché' }).click();
    await missing.getByText(/Le marché secondaire est ouvert/).waitFor({ state: 'detached' });
    await steps.getByText('Prix partagé entre les porteurs de briques, à faire').waitFor();
  });
}

function testOfAWave(browser: ConsoleBrowser): void {
  it('a wave of automatic investment is started, after the dialog has said for how much at most', async () => {
    const { propertyId } = await openFunding(browser.world, { bricks: 5 });
    const page = await browser.open(`/console/properties/${propertyId}`);
    const start = { name: 'Lancer l’investissement automatique' };
    const dialog = page.getByRole('dialog', { name: 'Lancer une vague d’investissement automatique' });
    const planner = await verifiedInvestor(browser.world, { fundsCents: 3_500 });
    const plan = { active: true, amountPerPropertyCents: 10_000, contractTypes: ['obligation', 'loan', 'royalty'] };
    expectStatus(await planner.client.put('/customers/investment-plan', plan), 200);
    await page.getByRole('button', start).click();
    const preview = dialog.getByRole('table', { name: 'Ce que la vague achèterait maintenant' });
    await preview.getByRole('row', { name: /3 30,00.€ Achète/ }).waitFor();
    await dialog.getByText(/Plans qui achèteraient : 1, pour 3 briques et 30,00.€/).waitFor();
    await dialog.getByText(/au plus pour les 50,00.€ encore à collecter/).waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', start).click();
    await dialog.getByText('La vague est lancée').waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { client } = browser.administrator;
    const { body } = expectStatus(
      await client.get<{ items: { kind: string }[] }>(`/administration/admin-actions?targetId=${propertyId}`),
      200,
    );
    assert.ok(body.items.some(({ kind }) => kind === 'PROPERTY_TRIGGER_AUTOMATIC_INVESTMENT'));
  });

  it('a wave under way is shown with how far it is, and ended after a question', async () => {
    const { propertyId } = await openFunding(browser.world, { bricks: 5 });
    // It waits for the funding to start, and no other one can be started meanwhile.
    await propertyIs(browser.world, propertyId, 'notStarted');
    const body = { includeInvestorsWithCanceledAutoInvest: false };
    const path = `/administration/property/${propertyId}/funding/trigger-automatic-investment`;
    expectStatus(await browser.administrator.client.post(path, body), 201);
    const page = await browser.open(`/console/properties/${propertyId}`);
    await page.getByText('Une vague d’investissement automatique attend le début du financement').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Lancer l’investissement automatique' }).isDisabled());
    await page.getByRole('button', { name: 'Arrêter la vague' }).click();
    const dialog = page.getByRole('dialog', { name: 'Arrêter la vague d’investissement automatique' });
    await dialog.getByText('Les achats déjà faits restent').waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Arrêter la vague' }).click();
    await page.getByText('attend le début du financement').waitFor({ state: 'detached' });
    expectStatus(await browser.administrator.client.post(path, body), 201);
  });
}

function testOfASale(browser: ConsoleBrowser): void {
  it('a property is sold: its price comes in as a wire, is shared, and reaches the holders', async () => {
    const sold = await openFunding(browser.world, { bricks: 4, contractType: 'royalty' });
    const holders = [{ investor: await verifiedInvestor(browser.world), bricks: 3 }];
    await sellAndClose(browser.world, { ...sold, brickPriceCents: 1_000 }, [
      ...holders,
      { investor: await verifiedInvestor(browser.world), bricks: 1 },
    ]);
    const page = await browser.open(`/console/properties/${sold.propertyId}`);
    const steps = page.getByRole('list', { name: 'Étapes de la vente' });
    await page.getByRole('button', { name: 'Fermer le marché' }).click();
    await page.getByRole('button', { name: 'Ouvrir le marché' }).waitFor();
    await page.getByRole('button', { name: 'Mettre en vente' }).click();
    await steps.getByText('Mise en vente, rempli').waitFor();
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.getByRole('button', { name: 'Accepter l’offre' }).click();
    await steps.getByText('Offre acceptée, rempli').waitFor();
    await browser.world.control('POST', `/accounts/${sold.accountId}/credit`, { amountCents: 5_000, comment: 'Prix de vente' });
    await browser.world.runJob('incoming-wires');
    await archivePrice(page);
    await page.getByRole('definition').getByRole('link', { name }).click();
    const missing = page.getByRole('list', { name: 'Ce qui manque : Prix partagé entre les porteurs de briques' });
    await page.getByLabel('Prix de vente').fill('50,01');
    await missing.getByText(/le projet a 50,00.€ en excédent/).waitFor();
    await page.getByLabel('Prix de vente').fill('50');
    await missing.waitFor({ state: 'detached' });
    const share = /^Partager 50,00.* entre les porteurs de briques$/;
    await page.getByRole('button', { name: share }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Le prix quitte l’excédent de ${name}`, { exact: false }).waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: share }).click();
    await dialog.getByText(/50,00.€ partagés entre 2 porteurs/).waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await steps.getByText('Prix partagé entre les porteurs de briques, rempli').waitFor();
    assert.equal(await page.getByRole('button', { name: /le marché$/ }).count(), 0);
    await browser.assertAccessible(page);
    const [holder] = holders;
    const received = async () => (holder ? availableOf(holder.investor) : 0);
    await browser.world.until(async () => (await received()) === 3_750, 'the first holder to have their share');
    const wallet = await browser.open(`/console/investors/${holder?.investor.customerId}/money`);
    await wallet.getByRole('row', { name: /Prix de vente.*37,50/ }).waitFor();
  });
}

/** The price waits on the wires' page; it is for no month, and stays with the project. */
async function archivePrice(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Virements/ }).click();
  await page.getByRole('row').filter({ hasText: 'Prix de vente' }).getByRole('link').click();
  await page.getByLabel('Motif de l’archivage').fill('Prix de vente du bien');
  await page.getByRole('button', { name: /^Archiver 50,00/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Archiver 50,00/ }).click();
  await dialog.getByText('C’est fait').waitFor();
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('heading', { name: 'Archivage' }).waitFor();
}

function testsOfAFunding(browser: ConsoleBrowser): void {
  it('that cannot be closed yet says why before anybody tries', async () => {
    const { propertyId } = await openFunding(browser.world, { bricks: 5 });
    const page = await browser.open(`/console/properties/${propertyId}`);
    const missing = page.getByRole('list', { name: 'Ce qui manque : Clore la collecte' });
    await missing.getByText(/il manque 50,00.€ de souscriptions confirmées/).waitFor();
    assert.ok(await page.getByRole('button', { name: /Clore la collecte de/ }).isDisabled());
    await browser.assertAccessible(page);
    const { client } = await verifiedInvestor(browser.world, { fundsCents: 5_000 });
    expectStatus(await client.post(`/properties/${propertyId}/purchase`, { amount: 5 }), 201);
    await browser.world.runJob('wallet-transactions');
    await page.reload();
    await missing.getByText(/Possible dès le .+, quand les délais de rétractation sont passés/).waitFor();
    assert.ok(await page.getByRole('button', { name: /Clore la collecte de/ }).isDisabled());
  });

  it('once closed its owner is paid, and the refusal of a higher amount is said', async () => {
    const contract = { amountToFundCents: 4_000_000, fundingFeesCents: 100_000 };
    const funding = await openFunding(browser.world, { bricks: 4, brickPriceCents: 1_000_000, contract });
    const investor = await verifiedInvestor(browser.world);
    await sellAndClose(browser.world, { ...funding, brickPriceCents: 1_000_000 }, [{ investor, bricks: 4 }]);
    const page = await browser.open(`/console/properties/${funding.propertyId}`);
    await page.getByText('Encore 38').waitFor();
    await page.getByRole('img', { name: /^Souscriptions confirmées, cumulées par jour\. Souscrit : 40.000,00.€/ }).waitFor();
    await browser.assertAccessible(page);
    await page.getByLabel('Compte de destination').selectOption({ label: 'Déjà versé hors plateforme : l’enregistrer' });
    await page.getByLabel('Montant à virer').fill('99 000');
    const record = page.getByRole('button', { name: /^Enregistrer/ });
    await record.click();
    const dialog = page.getByRole('dialog', { name: 'Virement au porteur de projet' });
    await dialog.getByRole('button', { name: /^Enregistrer/ }).click();
    await dialog.getByText('property.transfer-exceeds-funding-amount').waitFor();
    await dialog.getByText(/ : 99.000,00.€ demandés, 38.\d{3},\d\d.€ disponibles\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await page.getByLabel('Montant à virer').fill('1 250,50');
    await record.click();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: /^Enregistrer/ }).click();
    await dialog.getByText('C’est fait').waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await page.getByRole('table', { name: 'Virements au porteur' }).getByText('Versé').waitFor();
  });

  it('of many transfers to the owner the first are shown, and the others on demand', async () => {
    const { propertyId } = await fundedProperty(browser.world, { mainCents: 34_770_000 });
    const url = `/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`;
    for (let cents = 1; cents <= 52; cents += 1)
      expectStatus(await browser.administrator.client.post(url, { action: 'no-withdraw', amountToTransfer: cents }), 201);
    const page = await browser.open(`/console/properties/${propertyId}`);
    const table = page.getByRole('table', { name: 'Virements au porteur' });
    await table.getByText(/^0,52/).waitFor();
    await browser.world.until(async () => (await table.getByRole('row').count()) === 51, 'the first page and its head');
    await page.getByRole('button', { name: 'Afficher la suite' }).click();
    await table.getByText(/^0,01/).waitFor();
    await browser.world.until(async () => (await table.getByRole('row').count()) === 53, 'all transfers and their head');
    assert.equal(await page.getByRole('button', { name: 'Afficher la suite' }).count(), 0);
    await browser.assertAccessible(page);
  });
}
