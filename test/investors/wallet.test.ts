// The wallet in a real browser on a phone: what is held and why, movements and papers, filling it, withdrawing, bank accounts.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { openFunding, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { codesIn, waitForCode } from '../support/codes.ts';
import { assertGood, PHONE } from '../support/phone.ts';
import { walletOf } from '../support/readers.ts';
import { forgetCodeRequests } from '../support/session-states.ts';
import { endPayout, withdrawalsOf, withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus } from '../support/world.ts';

const FEE = { WITHDRAW_FREE_PER_YEAR: '0', WITHDRAWAL_FEE_EXCL_TAX_CENTS: '100', VAT_RATE_BPS: '2000' };

await describePages(
  "the investors' wallet",
  (browser) => {
    testsOfReading(browser);
    testsOfWithdrawing(browser);
    testsOfItsEnd(browser);
    testsOfBankAccounts(browser);
    testsOfGiftCards(browser);
  },
  { settings: FEE },
);

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const rowsOf = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('row');

function testsOfReading(browser: ConsoleBrowser): void {
  it('what is held says why and since when, movements have sign, project and paper', async () => {
    const { world } = browser;
    const { propertyId } = await openFunding(world, { bricks: 40 });
    const person = await verifiedInvestor(world, { fundsCents: 30_000 });
    const buy = async (amount: number) =>
      expectStatus(await person.client.post(`/properties/${propertyId}/purchase`, { amount }), 201);
    await buy(2);
    await world.until(async () => (await walletOf(person)).heldCents === 0, 'the first purchase to be paid');
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    await buy(3);
    const page = await browser.openAs(person, '/wallet', PHONE);
    const figures = String(await page.locator('.figures').textContent()).replaceAll(/\s/g, '');
    assert.equal(figures, 'Disponible250,00€Réservé30,00€Entout280,00€');
    const held = rowsOf(page, 'Réservé, et pourquoi').nth(1);
    assert.match(String(await held.textContent()), /Achat de briques[\s\S]*Les Acacias[\s\S]*30,00/);
    const movements = rowsOf(page, 'Mouvements');
    const texts = (await movements.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    assert.equal(texts.length, 4);
    assert.match(texts[1] ?? '', /−30,00 € En attente de confirmation$/);
    assert.match(texts[2] ?? '', /Achat de briques Les Acacias −20,00 € Confirmé PDF$/);
    assert.match(texts[3] ?? '', /Virement reçu \+300,00 € Confirmé$/);
    const paper = page.getByRole('link', { name: 'Document PDF : Achat de briques' });
    expectStatus(await person.client.get(String(await paper.getAttribute('href'))), 200);
    await assertGood(browser, page);
    await held.getByRole('link', { name: 'Achat de briques' }).click();
    await page.getByText('Achat en attente de confirmation').waitFor();
  });

  it('many movements come page by page', async () => {
    const person = await verifiedInvestor(browser.world);
    for (let cents = 1; cents <= 22; cents += 1)
      await browser.world.control('POST', `/accounts/${person.customerId}/credit`, { amountCents: cents });
    const page = await browser.openAs(person, '/wallet', PHONE);
    const more = page.getByRole('button', { name: 'Voir la suite' });
    await more.waitFor();
    assert.equal(await rowsOf(page, 'Mouvements').count(), 21);
    await more.click();
    await browser.world.until(async () => (await rowsOf(page, 'Mouvements').count()) === 23, 'the rest');
    assert.equal(await more.count(), 0);
    const frozen = { frozen: true, reason: 'a look' };
    expectStatus(await browser.administrator.client.patch(`/administration/customers/${person.customerId}`, frozen), 200);
    const afterwards = await browser.openAs(person, '/wallet', PHONE);
    await afterwards.getByText('Votre compte est suspendu : ni achat, ni vente, ni retrait pour l’instant.').waitFor();
  });

  it('the own IBAN fills it, with or without an amount', async () => {
    const person = await verifiedInvestor(browser.world);
    const page = await browser.openAs(person, '/wallet', PHONE);
    await page.getByText('Aucun mouvement pour l’instant.').waitFor();
    await assertGood(browser, page);
    await page.getByRole('link', { name: 'Remplir mon portefeuille' }).click();
    await h1(page, 'Remplir mon portefeuille');
    await page.getByRole('img', { name: 'Code QR du virement, pour l’application de votre banque' }).waitFor();
    const { iban } = expectStatus(await person.client.get<{ iban: string }>('/customers/provider/deposit-account'), 200).body;
    await page.getByText(iban.replaceAll(/(.{4})(?=.)/g, '$1 ')).waitFor();
    await page.getByLabel('Montant du virement').fill('12,5x');
    await page.getByText('Indiquez un montant en euros').waitFor();
    await page.getByLabel('Montant du virement').fill('12,5');
    await page.getByText(/^12,50\s€$/).waitFor();
    await assertGood(browser, page);
  });
}

function testsOfWithdrawing(browser: ConsoleBrowser): void {
  it('a withdrawal whose answer is lost is done once, whatever code confirms it again', async () => {
    const { world } = browser;
    const person = await withdrawer(world, 9_000);
    const page = await browser.openAs(person, '/wallet/withdraw', PHONE);
    await page.getByLabel('Montant à recevoir').fill('20');
    await page.getByRole('button', { name: 'Voir ce qui arrive' }).click();
    await page.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
    await page.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, person.email, 'withdraw'));
    const path = '**/customers/provider/payment-intent/withdrawal';
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const confirm = page.getByRole('button', { name: /^Retirer 20,00\s€$/ });
    await confirm.click();
    await world.until(async () => (await withdrawalsOf(world, person)).length === 1, 'the withdrawal');
    await page.getByRole('alert').first().waitFor();
    await page.unroute(path);
    await forgetCodeRequests(world, person.customerId);
    await page.getByRole('button', { name: 'Renvoyer un code' }).click();
    await page.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, person.email, 'withdraw', 2));
    await confirm.click();
    await page.waitForURL(/\/wallet\/withdrawals\//);
    assert.equal((await withdrawalsOf(world, person)).length, 1);
  });
}

function testsOfItsEnd(browser: ConsoleBrowser): void {
  it('a withdrawal shows its fee and what arrives, is confirmed by a code, and is followed to its end', async () => {
    const { world } = browser;
    const person = await withdrawer(world, 5_000);
    const page = await browser.openAs(person, '/wallet/withdraw', PHONE);
    await page.getByText(/^1,20\s€$/).waitFor();
    await page.getByLabel('Montant à recevoir').fill('49');
    await page
      .getByText(/^Au plus 48,80\s€ pour l’instant\.$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Voir ce qui arrive' }).click();
    assert.equal(await page.getByText('À vérifier').count(), 0);
    await page.getByLabel('Montant à recevoir').fill('20');
    await assertGood(browser, page);
    await page.getByRole('button', { name: 'Voir ce qui arrive' }).click();
    await page.getByRole('heading', { name: 'À vérifier' }).waitFor();
    await page.getByText(/^21,20\s€$/).waitFor();
    await page.getByText(/^28,80\s€$/).waitFor();
    await assertGood(browser, page);
    await page.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
    await page.getByText(`vient d’être envoyé à ${person.email}`).waitFor();
    assert.deepEqual(await withdrawalsOf(world, person), []);
    await page.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, person.email, 'withdraw'));
    await page.getByRole('button', { name: /^Retirer 20,00\s€$/ }).click();
    await page.getByText('Retrait en attente de confirmation').waitFor();
    await assertGood(browser, page);
    assert.equal((await walletOf(person)).heldCents, 2_120);
    await endPayout(world, person, 'complete');
    await page.getByText('Retrait payé').waitFor();
    const invoice = page.getByRole('link', { name: 'Enregistrer la facture des frais' });
    expectStatus(await person.client.get(String(await invoice.getAttribute('href'))), 200);
  });

  it('without an account that can be paid, it says so and leads there', async () => {
    const page = await browser.openAs(await verifiedInvestor(browser.world), '/wallet/withdraw', PHONE);
    await page.getByText('Aucun compte bancaire n’est encore utilisable.').waitFor();
    assert.equal(await page.getByLabel('Montant à recevoir').count(), 0);
    await assertGood(browser, page);
    await page.getByRole('main').getByRole('link', { name: 'Mes comptes bancaires' }).click();
    await h1(page, 'Mes comptes bancaires');
  });
}

function testsOfBankAccounts(browser: ConsoleBrowser): void {
  it('an account is added and removed, each with a code', async () => {
    const { world } = browser;
    const person = await verifiedInvestor(world);
    const page = await browser.openAs(person, '/account/bank-accounts', PHONE);
    await page.getByText('Aucun compte bancaire n’est enregistré.').waitFor();
    await assertGood(browser, page);
    await page.getByRole('link', { name: 'Ajouter un compte bancaire' }).click();
    await page.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 189');
    await page.getByLabel('Titulaire').fill('Camille Durand');
    await page.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
    await page.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, person.email, 'bank-account-creation'));
    await assertGood(browser, page);
    await page.getByRole('button', { name: 'Ajouter ce compte' }).click();
    await page.getByRole('heading', { name: 'FR76 **** 0189' }).waitFor();
    await page.getByText('En cours de vérification').waitFor();
    await page.getByRole('button', { name: 'Retirer ce compte : FR76 **** 0189' }).click();
    await page.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
    await page.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, person.email, 'bank-account-removal'));
    await assertGood(browser, page);
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer ce compte' }).click();
    await page.getByText('Aucun compte bancaire n’est enregistré.').waitFor();
    assert.equal((await codesIn(world, person.email, 'bank-account-removal')).length, 1);
  });
}

function testsOfGiftCards(browser: ConsoleBrowser): void {
  it('a card is given with a code, and is listed until it is used', async () => {
    const { world } = browser;
    const person = await verifiedInvestor(world, { fundsCents: 5_000 });
    const page = await browser.openAs(person, '/wallet/gift-cards', PHONE);
    await page.getByText('Vous n’avez pas encore offert de carte.').waitFor();
    await page.getByRole('link', { name: 'Offrir une carte cadeau' }).click();
    await page.getByLabel('Montant de la carte').fill('20');
    await page.getByLabel('Adresse e-mail de qui la reçoit').fill('lea@example.test');
    await page.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
    await page.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, person.email, 'gift-card-purchase'));
    await assertGood(browser, page);
    await page.getByRole('button', { name: /^Offrir une carte de 20,00\s€$/ }).click();
    const card = page.getByRole('region', { name: 'Cartes cadeaux' }).getByRole('row').nth(1);
    await card.waitFor();
    assert.match(String(await card.textContent()), /lea@example\.test20,00/);
    await assertGood(browser, page);
    await world.until(async () => (await walletOf(person)).balanceCents === 3_000, 'the card to be paid');
    await card.getByText('À utiliser').waitFor();
  });
}
