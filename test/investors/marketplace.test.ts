// The marketplace in a real browser on a phone: offers in an order, selling with what the service allows, buying, taking an offer back.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { type Investor, resaleProperty, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { assertGood, PHONE } from '../support/phone.ts';
import { walletOf } from '../support/readers.ts';
import { expectStatus } from '../support/world.ts';

await describePages(
  'the marketplace',
  (browser) => {
    testsOfSelling(browser);
    testsOfBuying(browser);
    testsOfTheDoor(browser);
  },
  { settings: { MARKETPLACE_SELLER_COMMISSION_BPS: '200' } },
);

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const text = async (page: Page) => String(await page.getByRole('main').textContent()).replaceAll(/\s+/g, ' ');

async function offer(seller: Investor, propertyId: PropertyId, price: number, amount = 2): Promise<string> {
  const answer = await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount, price });
  return expectStatus(answer, 201).body.id;
}

function testsOfSelling(browser: ConsoleBrowser): void {
  it('an offer is made within range and quota, shows what the seller receives, and is taken back', async () => {
    const seller = await verifiedInvestor(browser.world);
    const owners = [{ customerId: seller.customerId, bricks: 20 }];
    await resaleProperty(browser.world, { owners });
    await resaleProperty(browser.world, { owners, contractType: 'loan' });
    const page = await browser.openAs(seller, '/marketplace', PHONE);
    await page.getByRole('link', { name: 'Vendre des briques' }).click();
    await h1(page, 'Vendre des briques');
    await page.getByText('Fermé').waitFor();
    await assertGood(browser, page);
    await page.getByRole('link', { name: 'Vendre des briques de Les Tilleuls' }).click();
    await h1(page, 'Vendre des briques de Les Tilleuls');
    assert.match(await text(page), /Offres encore possibles aujourd’hui30/);
    await page.getByLabel('Nombre de briques').fill('21');
    await page.getByLabel('Prix demandé par brique').fill('10,01');
    await page.getByText('Indiquez un nombre entier, 20 au plus.').waitFor();
    await page.getByText(/^Indiquez un prix de 1,00\s€ à 10,00\s€\.$/).waitFor();
    await assertGood(browser, page);
    await page.getByLabel('Nombre de briques').fill('19');
    await page.getByLabel('Prix demandé par brique').fill('9,50');
    await page.getByRole('button', { name: 'Voir ce que je reçois' }).click();
    await page.getByRole('heading', { name: 'À vérifier' }).waitFor();
    assert.match(
      await text(page),
      /Écart au prix officiel−5 %.*8,42 %.*Prix total180,50 €.*déduite du prix3,61 €.*Vous recevrez176,89 €/,
    );
    await assertGood(browser, page);
    await page.getByRole('button', { name: 'Changer le nombre ou le prix' }).click();
    assert.equal(await page.getByLabel('Nombre de briques').inputValue(), '19', 'what was typed stays');
    assert.equal(await page.getByLabel('Prix demandé par brique').inputValue(), '9,50');
    await page.getByRole('button', { name: 'Voir ce que je reçois' }).click();
    await page.getByRole('button', { name: /^Mettre 19 briques en vente pour 180,50\s€$/ }).click();
    await page.getByText('Vos briques sont en vente').waitFor();
    await assertGood(browser, page);
    await page.getByRole('button', { name: 'Retirer cette offre' }).click();
    await page.getByRole('button', { name: 'Oui, retirer l’offre' }).click();
    await page.getByText('Vous n’avez encore rien vendu ni acheté ici.').waitFor();
    await assertGood(browser, page);
  });
}

/** Orders and narrows the offers, and opens the first. */
async function findCheapest({ world }: ConsoleBrowser, page: Page): Promise<void> {
  const rows = page.getByRole('region', { name: 'Offres' }).getByRole('row');
  await page.getByRole('link', { name: 'Ordre : Sous le prix officiel' }).click();
  await world.until(async () => /9,00.*10,00.*−10/.test(String(await rows.nth(1).textContent())), 'the cheapest first');
  await page.getByRole('link', { name: /^Voir l’offre : 1 brique de Les Tilleuls pour 9,90\s€$/ }).waitFor();
  const asked = page.url();
  await page.getByLabel('Prix maximal d’une brique').fill('10 euros');
  await page.getByRole('button', { name: 'Afficher' }).click();
  await page.getByText('Indiquez un montant, comme 9,50.').waitFor();
  assert.equal(page.url(), asked);
  await page.getByLabel('Prix maximal d’une brique').fill('9,50');
  await page.getByRole('button', { name: 'Afficher' }).click();
  await world.until(async () => (await rows.count()) === 3, 'the two of at most 9.50');
  await page.getByRole('link', { name: /^Voir l’offre : 2 briques de Les Tilleuls pour 18,00\s€$/ }).click();
}

/** Not before the risks are read. */
async function buyIt(page: Page, buyer: Investor): Promise<void> {
  const buy = page.getByRole('button', { name: /^Acheter 2 briques pour 18,00\s€$/ });
  await buy.click();
  await page.getByText('Lisez ce que vous risquez, puis cochez la case.').waitFor();
  assert.equal((await walletOf(buyer)).balanceCents, 5_000);
  await page.getByLabel('J’ai lu ce que je risque').check();
  await buy.click();
  await page.getByText('Opération confirmée').waitFor();
  assert.equal(await page.evaluate('scrollY'), 0, 'what came of it stands before the eyes');
}

function testsOfBuying(browser: ConsoleBrowser): void {
  let seller: Investor;
  let propertyId: PropertyId;
  before(async () => {
    seller = await verifiedInvestor(browser.world);
    ({ propertyId } = await resaleProperty(browser.world, { owners: [{ customerId: seller.customerId, bricks: 40 }] }));
  });

  it('offers stand in the order that is asked for, up to a price, and one is bought to its end', async () => {
    const { world } = browser;
    for (const price of [900, 950]) await offer(seller, propertyId, price);
    await offer(seller, propertyId, 990, 1);
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const page = await browser.openAs(buyer, `/marketplace?propertyId=${propertyId}`, PHONE);
    await h1(page, 'Offres et ventes de Les Tilleuls');
    await page.getByText('Aucune brique de ce projet n’a encore changé de mains ici.').waitFor();
    await assertGood(browser, page);
    await findCheapest(browser, page);
    await h1(page, 'Offre de briques');
    assert.match(await text(page), /Prix d’une brique9,00 €Prix officiel10,00 €Écart au prix officiel−10 %/);
    await page.getByText(/^32,00\s€$/).waitFor();
    await assertGood(browser, page);
    await buyIt(page, buyer);
    await assertGood(browser, page);
    const paper = page.getByRole('link', { name: 'Lire l’avis d’opération' });
    expectStatus(await buyer.client.get(String(await paper.getAttribute('href'))), 200);
    await page.goto(`${world.url}/marketplace?propertyId=${propertyId}`);
    const sold = page.getByRole('region', { name: 'Ventes passées' }).getByRole('row').nth(1);
    await sold.waitFor();
    assert.match(String(await sold.textContent()), /9,00.*10,00.*18,00/);
  });

  it('who lacks money fills the wallet first', async () => {
    const id = await offer(seller, propertyId, 980);
    const buyer = await verifiedInvestor(browser.world, { fundsCents: 960 });
    const page = await browser.openAs(buyer, `/marketplace/deals/${id}`, PHONE);
    await page.getByText(/^Il manque 10,00\s€ dans votre portefeuille\.$/).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Acheter/ }).count(), 0);
    await page.getByRole('button', { name: 'Remplir mon portefeuille' }).waitFor();
  });

  it('a purchase that is refused says so, and the money stays', async () => {
    const { world } = browser;
    const id = await offer(seller, propertyId, 970);
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    const page = await browser.openAs(buyer, `/marketplace/deals/${id}`, PHONE);
    await page.getByLabel('J’ai lu ce que je risque').check();
    await page.getByRole('button', { name: /^Acheter 2 briques/ }).click();
    await page.getByText('En attente de confirmation').waitFor();
    const paymentId = await world.until(async () => {
      const [sent] = await world.sql<{ id: number | null }>(
        'select provider_payment_id as id from payment where subject_id = $1',
        [id],
      );
      return sent?.id;
    }, 'the order to be at the provider');
    await world.control('POST', `/p2p/${paymentId}/fail`);
    await world.runJob('wallet-transactions');
    await page.getByText('L’achat n’a pas eu lieu').waitFor();
    assert.equal((await walletOf(buyer)).availableCents, 5_000);
  });
}

function testsOfTheDoor(browser: ConsoleBrowser): void {
  it('a market that is closed to the account is said on each of its pages', async () => {
    const closed = await verifiedInvestor(browser.world, { canSeeRoyalty: false });
    const seller = await verifiedInvestor(browser.world);
    const owners = [{ customerId: seller.customerId, bricks: 4 }];
    const { propertyId } = await resaleProperty(browser.world, { owners });
    const id = await offer(seller, propertyId, 900);
    for (const path of ['/marketplace', '/marketplace/sell', `/marketplace/sell/${propertyId}`, `/marketplace/deals/${id}`]) {
      const page = await browser.openAs(closed, path, PHONE);
      await page.getByText('Le marché n’est pas ouvert à votre compte.').waitFor();
      await assertGood(browser, page);
    }
    const frozen = { frozen: true, reason: 'a look' };
    expectStatus(await browser.administrator.client.patch(`/administration/customers/${seller.customerId}`, frozen), 200);
    const suspended = await browser.openAs(seller, `/marketplace/sell/${propertyId}`, PHONE);
    await h1(suspended, 'Vendre des briques de Les Tilleuls');
    await suspended.getByText('Votre compte est suspendu : ni achat, ni vente, ni retrait pour l’instant.').waitFor();
    assert.equal(await suspended.getByRole('button', { name: 'Voir ce que je reçois' }).count(), 0);
  });
}
