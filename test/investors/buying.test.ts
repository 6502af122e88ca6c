// Buying in a real browser on a phone: from the project to the confirmed purchase and back, and whatever is asked first.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { credit, type Investor, openFunding, signUp, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { walletOf } from '../support/readers.ts';
import { expectStatus } from '../support/world.ts';

const PHONE = { width: 360, height: 740 } as const;

await describePages('buying', (browser) => {
  testsOfBuying(browser);
  testsOfWhatIsMissing(browser);
  testsOfWhatIsAskedFirst(browser);
});

async function assertFits(page: Page): Promise<void> {
  const [inside, whole] = [await page.evaluate('innerWidth'), await page.evaluate('document.documentElement.scrollWidth')];
  assert.ok(Number(whole) <= Number(inside), `${page.url()} is ${whole} wide on a screen of ${inside}`);
}

/** Fills the order and sends it. */
async function order(page: Page, bricks: string, button: RegExp): Promise<void> {
  await page.getByLabel('Nombre de briques').fill(bricks);
  await page.getByLabel('J’ai lu ce que je risque').check();
  await page.getByRole('button', { name: button }).click();
}

const purchasesOf = async ({ client }: Investor) =>
  expectStatus(await client.get<{ items: { id: string; status: string; brickCount: number }[] }>('/customers/purchases'), 200)
    .body.items;

function testsOfBuying(browser: ConsoleBrowser): void {
  let propertyId: PropertyId;
  before(async () => {
    ({ propertyId } = await openFunding(browser.world, { bricks: 40 }));
  });

  it('from the project to a confirmed purchase, which is then taken back', async () => {
    const buyer = await verifiedInvestor(browser.world, { fundsCents: 30_000 });
    const page = await browser.openAs(buyer, `/projects/${propertyId}`, PHONE);
    const invest = page.getByRole('complementary', { name: 'Investir dans ce projet' }).getByRole('link', { name: 'Investir' });
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const { y = -1, height = 0 } = (await invest.boundingBox()) ?? {};
    assert.ok(y > 0 && y + height < PHONE.height, 'the way to buy is within reach, wherever one reads');
    await invest.click();
    await page.getByRole('heading', { level: 1, name: 'Investir dans Les Acacias' }).waitFor();
    assert.equal(await page.getByLabel('J’ai lu ce que je risque').isChecked(), false);
    await page.getByLabel('Nombre de briques').fill('5');
    await page.getByText(/^5 × 10,00\s€ = 50,00\s€$/).waitFor();
    await page.getByText(/^250,00\s€$/).waitFor();
    await assertFits(page);
    await browser.assertAccessible(page);
    await order(page, '5', /^Acheter 5 briques pour 50,00\s€$/);
    await page.getByText('Achat confirmé').waitFor();
    await page.getByText(/encore 4 jours|encore 3 jours/).waitFor();
    assert.equal(await page.evaluate('scrollY'), 0, 'what came of it stands before the eyes');
    await assertFits(page);
    await browser.assertAccessible(page);
    assert.deepEqual(
      (await purchasesOf(buyer)).map(({ status, brickCount }) => [status, brickCount]),
      [['confirmed', 5]],
    );
    const paper = page.getByRole('link', { name: 'Lire l’avis d’achat' });
    expectStatus(await buyer.client.get(String(await paper.getAttribute('href'))), 200);
    const { pathname, search } = new URL(page.url());
    const elsewhere = await browser.openAs(buyer, pathname + search, PHONE);
    await elsewhere.getByRole('button', { name: 'Reprendre cet achat' }).click();
    await browser.assertAccessible(elsewhere);
    await elsewhere.getByRole('button', { name: 'Oui, reprendre l’achat' }).click();
    await elsewhere.getByText('Achat repris').waitFor();
    await browser.world.until(
      async () => (await walletOf(buyer)).availableCents === 30_000,
      'the money to be back in the wallet',
    );
  });

  it('what is not read, or is more than there is, is not sent', async () => {
    const buyer = await verifiedInvestor(browser.world, { fundsCents: 50_000 });
    const page = await browser.openAs(buyer, `/projects/${propertyId}/buy`, PHONE);
    await page.getByLabel('Nombre de briques').fill('41');
    await page.getByText('Briques encore disponibles : 40.').waitFor();
    await page.getByLabel('Nombre de briques').fill('2');
    await page.getByRole('button', { name: /^Acheter 2 briques/ }).click();
    await page.getByText('Lisez ce que vous risquez, puis cochez la case.').waitFor();
    await browser.assertAccessible(page);
    assert.deepEqual(await purchasesOf(buyer), []);
  });
}

function testsOfWhatIsMissing(browser: ConsoleBrowser): void {
  let propertyId: PropertyId;
  before(async () => {
    ({ propertyId } = await openFunding(browser.world, { bricks: 40 }));
  });

  it('a purchase without an answer yet is pending, and confirms itself once there is one', async () => {
    const buyer = await verifiedInvestor(browser.world, { fundsCents: 10_000 });
    const { world } = browser;
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    const page = await browser.openAs(buyer, `/projects/${propertyId}/buy`, PHONE);
    await order(page, '1', /^Acheter 1 brique pour/);
    await page.getByText('Achat en attente de confirmation').waitFor();
    await browser.assertAccessible(page);
    const [purchase] = await purchasesOf(buyer);
    const paymentId = await world.until(async () => {
      const [sent] = await world.sql<{ id: number | null }>(
        'select provider_payment_id as id from payment where subject_id = $1',
        [purchase?.id],
      );
      return sent?.id;
    }, 'the order to be at the provider');
    await world.control('POST', `/p2p/${paymentId}/complete`);
    await world.runJob('wallet-transactions');
    await page.getByText('Achat confirmé').waitFor();
    assert.equal((await purchasesOf(buyer)).length, 1);
    // The address of another purchase than theirs offers no new one.
    await page.goto(new URL(`/projects/${propertyId}/buy?purchase=${propertyId}`, page.url()).href);
    await page.getByText('Cet achat n’est pas l’un des vôtres dans ce projet.').waitFor();
    assert.equal(await page.getByLabel('Nombre de briques').count(), 0);
  });

  it('missing money comes by a transfer to the own IBAN, and what was chosen stays', async () => {
    const buyer = await verifiedInvestor(browser.world, { fundsCents: 1_000 });
    const page = await browser.openAs(buyer, `/projects/${propertyId}/buy`, PHONE);
    await page.getByLabel('Nombre de briques').fill('3');
    await page.getByText(/^Il manque 20,00\s€ dans votre portefeuille\.$/).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Acheter/ }).count(), 0);
    await page.getByRole('button', { name: 'Remplir mon portefeuille' }).click();
    await page.getByRole('img', { name: 'Code QR du virement, pour l’application de votre banque' }).waitFor();
    const { iban } = expectStatus(await buyer.client.get<{ iban: string }>('/customers/provider/deposit-account'), 200).body;
    await page.getByText(iban.replaceAll(/(.{4})(?=.)/g, '$1 ')).waitFor();
    await assertFits(page);
    await browser.assertAccessible(page);
    await credit(browser.world, buyer.customerId, 2_000);
    await page.getByRole('button', { name: 'Vérifier si le virement est arrivé' }).click();
    await page.getByRole('button', { name: /^Acheter 3 briques pour 30,00\s€$/ }).waitFor();
  });
}

function testsOfWhatIsAskedFirst(browser: ConsoleBrowser): void {
  it('an address that is not confirmed, and royalties that are not open, are said before anything is typed', async () => {
    const { propertyId } = await openFunding(browser.world, { bricks: 10 });
    const newcomer = await signUp(browser.world);
    const first = await browser.openAs(newcomer, `/projects/${propertyId}/buy`, PHONE);
    await first.getByText('Votre adresse e-mail n’est pas encore confirmée.').waitFor();
    assert.equal(await first.getByLabel('Nombre de briques').count(), 0);
    await browser.assertAccessible(first);
    const royalty = await openFunding(browser.world, { bricks: 10, contractType: 'royalty' });
    const closed = await verifiedInvestor(browser.world, { canSeeRoyalty: false });
    const second = await browser.openAs(closed, `/projects/${royalty.propertyId}/buy`, PHONE);
    await second.getByText('Les royalties ne sont pas ouvertes à votre compte.').waitFor();
  });

  it('who is signed out signs in first, and comes back', async () => {
    const { propertyId } = await openFunding(browser.world, { bricks: 10 });
    const page = await browser.openSignedOut(`/projects/${propertyId}/buy`, PHONE);
    await page.getByRole('heading', { level: 1, name: 'Se connecter' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('next'), `/projects/${propertyId}/buy`);
  });
}
