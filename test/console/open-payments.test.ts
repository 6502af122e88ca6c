// Orders whose outcome is not known, and forms after they were used: nothing is shown as failed that may succeed, no form can send twice.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { fundedProperty, ibanOf } from '../support/funding-actors.ts';
import { scheduledProperty } from '../support/scheduled-property.ts';
import { expectStatus } from '../support/world.ts';

await describePages('orders without an answer', (browser) => {
  testsOfTheOwner(browser);
  testsOfTheFees(browser);
});

/** The next order has its effect and no answer, and the provider does not answer look-ups; until `speaks`. */
async function goesSilent(browser: ConsoleBrowser, path: '/v2/p2p' | '/v2/moneyouts'): Promise<void> {
  await browser.world.control('POST', '/faults', { route: `POST ${path}`, mode: 'timeout-after', times: 1 });
  await browser.world.control('POST', '/faults', { route: `GET ${path}`, mode: 'timeout-before', times: 1_000, latencyMs: 50 });
}

/** It answers again, and the worker ends what was open; waits until the circuit to it is closed. */
async function speaks(browser: ConsoleBrowser): Promise<void> {
  await browser.world.control('DELETE', '/faults');
  const isUnanswered = `select from payment where status = 'sent' and provider_payment_id is null`;
  await browser.world.until(async () => {
    await browser.world.runJob('wallet-transactions');
    return (await browser.world.sql(isUnanswered)).length === 0;
  }, 'the provider to be asked again');
}

/** Confirms the open dialog, reads that the order is pending and not refused, follows its link's address, and closes. */
async function assertPending(page: Page, confirm: RegExp, refusal: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: confirm }).click();
  await dialog.getByText('En attente de confirmation du prestataire').waitFor();
  assert.equal(await dialog.getByText(refusal).count(), 0);
  assert.equal(await dialog.getByRole('button', { name: confirm }).count(), 0, 'nothing to press again');
  const href = await dialog.getByRole('link', { name: 'Ouvrir l’enregistrement' }).getAttribute('href');
  assert.match(href ?? '', /^\/console\/operations\/payments\?id=[0-9a-f-]{36}$/);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
}

const follow = (page: Page) => page.getByRole('link', { name: 'Suivre le paiement' });

function testsOfTheOwner(browser: ConsoleBrowser): void {
  const amount = (page: Page) => page.getByLabel('Montant à virer');

  it('a transfer to the owner without an answer waits where its form stood, and the form comes back with it', async () => {
    const funded = await fundedProperty(browser.world, { mainCents: 30_000_000, constructionCents: 8_000_000 });
    await ibanOf(browser.world, funded.accountId);
    const page = await browser.open(`/console/properties/${funded.propertyId}`);
    // 300 000 less the fees of 30 000 and 4 800 with their VAT, and the works.
    assert.equal(await amount(page).inputValue(), '185200,00');
    await amount(page).fill('1 000');
    await page.getByRole('button', { name: /^Virer 1\s?000,00/ }).click();
    await goesSilent(browser, '/v2/moneyouts');
    await assertPending(page, /^Virer/, 'transfer-failed-at-provider');
    await follow(page).first().waitFor();
    assert.equal(await amount(page).count(), 0);
    assert.equal(await page.getByRole('button', { name: /^(Virer|Enregistrer)/ }).count(), 0);
    await browser.assertAccessible(page);
    await speaks(browser);
    await page.reload();
    await amount(page).waitFor();
    assert.equal(await amount(page).inputValue(), '184200,00');
  });

  it('after a transfer the form proposes what is left, and what was paid is not armed again', async () => {
    const { propertyId } = await fundedProperty(browser.world, { mainCents: 30_000_000, constructionCents: 8_000_000 });
    const page = await browser.open(`/console/properties/${propertyId}`);
    await amount(page).fill('1 250,50');
    await page.getByRole('button', { name: /^Enregistrer/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Enregistrer/ }).click();
    await dialog.getByText('C’est fait').waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('button', { name: /^Enregistrer 183\s?949,50/ }).waitFor();
    assert.equal(await amount(page).inputValue(), '183949,50');
    await page.getByText('Annuler le dernier enregistrement').click();
    const takeBack = page.getByRole('button', { name: /^Annuler l’enregistrement de 1\s?250,50/ });
    assert.ok(await takeBack.isDisabled());
    await page.getByLabel('Pourquoi il est annulé').fill('Saisi par erreur');
    await browser.assertAccessible(page);
    await takeBack.click();
    await dialog.getByRole('button', { name: /^Annuler l’enregistrement/ }).click();
    await dialog.getByText('C’est fait').waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('table', { name: 'Virements au porteur' }).getByText('Annulé').waitFor();
    await page.getByRole('button', { name: /^Enregistrer 185\s?200,00/ }).waitFor();
  });
}

function testsOfTheFees(browser: ConsoleBrowser): void {
  it('a company fee names what it moves, with its VAT; while the provider holds it back its button is gone', async () => {
    const fees = { fundingFees: 20_000, fiducieFees: null };
    const { propertyId } = await fundedProperty(browser.world, { mainCents: 1_000_000, ...fees });
    const page = await browser.open(`/console/properties/${propertyId}`);
    const take = /^Prélever 240,00\s€ TTC/;
    await page.getByRole('button', { name: take }).click();
    const dialog = page.getByRole('dialog', { name: 'Frais de structuration' });
    await dialog
      .locator('.money-summary')
      .getByText(/^240,00/)
      .first()
      .waitFor();
    await dialog.getByText(/dont 40,00\s€ de TVA/).waitFor();
    await sayWhatWouldHappen(browser, page);
    await browser.world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    await dialog.getByRole('button', { name: take }).click();
    await dialog.getByText('En attente de confirmation du prestataire').waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await follow(page).waitFor();
    assert.equal(await page.getByRole('button', { name: take }).count(), 0);
    await browser.assertAccessible(page);
    const [order] = await browser.world.sql<{ id: string }>(
      `select provider_payment_id as id from payment where purpose = 'funding-fees' and status = 'sent'`,
    );
    await browser.world.control('POST', `/p2p/${order?.id}/complete`);
    await browser.world.runJob('wallet-transactions');
    await page.reload();
    await page.getByText(/^240,00\s€ TTC prélevés/).waitFor();
  });

  it('after a refusal the page shows what holds by now', async () => {
    const fees = { fundingFees: 20_000, fiducieFees: null };
    const { propertyId } = await fundedProperty(browser.world, { mainCents: 1_000_000, ...fees });
    const page = await browser.open(`/console/properties/${propertyId}`);
    const take = page.getByRole('button', { name: /^Prélever 240,00/ });
    await take.click();
    const path = `/administration/property/${propertyId}/funding/transfer-funding-fees`;
    expectStatus(await browser.administrator.client.post(path), 201);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Prélever/ }).click();
    await dialog.getByText('property.funding-fees.already-transfered').waitFor();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await page.getByText(/^240,00\s€ TTC prélevés/).waitFor();
    assert.equal(await take.count(), 0);
  });

  it('a management fee without an answer is neither failed nor offered again, nor to be noted as paid', async () => {
    // Enough for the fee beside the interest of the year, which the holders are owed.
    const { propertyId } = await scheduledProperty(browser.world, browser.administrator, { mainCents: 1_000_000 });
    const page = await browser.open(`/console/properties/${propertyId}/schedule`);
    const take = /^Prélever 100,00\s€ de frais de janvier 2026$/;
    await page.getByRole('button', { name: take }).click();
    await goesSilent(browser, '/v2/p2p');
    await assertPending(page, take, 'internal-error');
    await follow(page).waitFor();
    assert.equal(await page.getByRole('button', { name: take }).count(), 0);
    assert.equal(await page.getByText('Frais de janvier 2026 payés autrement').count(), 0);
    const fees = page.getByRole('table', { name: 'Frais de gestion' });
    await fees.getByRole('row', { name: /^janvier 2026 .* en attente du prestataire/ }).waitFor();
    await speaks(browser);
    await page.reload();
    await fees.getByRole('row', { name: /^janvier 2026 .* réglés/ }).waitFor();
  });
}

async function sayWhatWouldHappen(browser: ConsoleBrowser, page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Ce qui se passerait').click();
  await dialog
    .getByRole('table', { name: 'Paiements chez le prestataire' })
    .getByText(/^240,00/)
    .waitFor();
  await dialog.getByRole('table', { name: 'Soldes' }).getByText('Caisse principale').waitFor();
  await browser.assertAccessible(page);
}
