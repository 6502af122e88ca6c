// Taxes in a real browser on a phone: rates, boxes with the figures of the API, papers, a declaration and its way back, the tax identity.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { lentProject, payByWire, payOut } from '../support/lent-project.ts';
import { assertGood, PHONE } from '../support/phone.ts';
import { expectStatus } from '../support/world.ts';

await describePages('taxes', (browser) => {
  testsOfFigures(browser);
  testsOfDeclaring(browser);
  testsOfIdentity(browser);
});

const text = async (page: Page, name: string) =>
  String(await page.getByRole('region', { name }).textContent()).replaceAll(/\s+/g, ' ');

function testsOfFigures(browser: ConsoleBrowser): void {
  it('rates, boxes and months are those of the service; the papers of the year open', async () => {
    const { world, administrator } = browser;
    const investor = await verifiedInvestor(world, { fundsCents: 1_000_000 });
    const own = await lentProject(world, administrator, { holders: [{ investor, bricks: 100 }] });
    await payByWire(world, administrator, own, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
    await payOut(world);
    const page = await browser.openAs(investor, '/account/taxation', PHONE);
    await page.getByRole('heading', { level: 1, name: 'Ma fiscalité' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/taxes');
    assert.match(await text(page, 'Mes taux'), /202631,4 %12,8 %18,6 %Taux ordinaire1er janv\. 2026/);
    const form = await text(page, 'Ma déclaration de revenus 2026');
    assert.match(form, /2TT.*100,00 €100 €2TR.*0,00 €0 €2CK.*12,80 €13 €2BH.*100,00 €100 €2CG.*0,00 €0 €2TY.*0,00 €0 €/);
    assert.match(await text(page, 'Impôt prélevé en 2026'), /novembre 202631,40 €/);
    await page.getByText('L’année n’est pas terminée').waitFor();
    await page.getByText('Jusqu’au 30 nov. 2026.').waitFor();
    await assertGood(browser, page);
    const papers = page.getByRole('main').locator('a[download]');
    assert.equal(await papers.count(), 3);
    for (const paper of await papers.all())
      expectStatus(await investor.client.get(String(await paper.getAttribute('href'))), 200);
    // A browser of tests has no viewer: what is looked at is that the page opens the paper, and lets go of it.
    await page.evaluate("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })");
    await papers.first().click();
    const opened = page.getByRole('dialog', { name: 'Récapitulatif fiscal, case par case (PDF)' });
    await opened.locator('iframe[src^="blob:"]').waitFor();
    await opened.getByRole('link', { name: 'Enregistrer' }).waitFor();
    await opened.getByRole('button', { name: 'Fermer' }).click();
    await opened.waitFor({ state: 'detached' });
  });
}

function testsOfDeclaring(browser: ConsoleBrowser): void {
  it('a year is declared, waits, and is taken back; nothing is chosen beforehand', async () => {
    const investor = await verifiedInvestor(browser.world);
    const page = await browser.openAs(investor, '/taxes', PHONE);
    await page.getByRole('link', { name: 'Déclarer ma situation pour 2027' }).click();
    await page.getByRole('button', { name: 'Envoyer ma déclaration' }).click();
    await page.getByText('Choisissez une réponse.').waitFor();
    await page.getByLabel('Résidence fiscale').selectOption('france');
    await page.getByLabel('Régime de sécurité sociale').selectOption('france');
    await page.getByLabel('Foyer fiscal').selectOption('single');
    await page.getByLabel('Revenu fiscal de référence d’il y a deux ans').selectOption('over50000');
    await page.getByLabel('Prélèvement de l’impôt sur le revenu').selectOption('ask');
    await page.getByText('investor.taxation.invalid-tax-exemption-form').waitFor();
    await assertGood(browser, page);
    await page.getByLabel('Revenu fiscal de référence d’il y a deux ans').selectOption('under25000');
    await page.getByText(/^Taux demandé : 18,6\s%$/).waitFor();
    await page.getByRole('button', { name: 'Envoyer ma déclaration' }).click();
    await page.getByRole('region', { name: 'Déclaration pour 2027' }).getByText('En attente de décision').waitFor();
    await assertGood(browser, page);
    assert.equal(await page.getByRole('link', { name: 'Déclarer ma situation pour 2027' }).count(), 0);
    await page.getByRole('button', { name: 'Retirer ma déclaration' }).click();
    await page.getByRole('link', { name: 'Déclarer ma situation pour 2027' }).waitFor();
    await page.goto(`${browser.world.url}/taxes/declare/2020`);
    await page.getByText('Aucune année ne peut être déclarée aujourd’hui.').waitFor();
  });
}

function testsOfIdentity(browser: ConsoleBrowser): void {
  it('what the yearly file lacks is said and completed', async () => {
    const investor = await verifiedInvestor(browser.world);
    const page = await browser.openAs(investor, '/taxes', PHONE);
    await page.getByRole('link', { name: 'Compléter mes informations' }).click();
    await page.getByText(/^Il manque : .*votre nom de naissance, votre commune de naissance/).waitFor();
    await page.getByLabel('Nom de naissance').fill('Durand');
    await page.getByLabel('Commune de naissance, si vous êtes né en France').last().fill('69001');
    await page.getByRole('button', { name: 'Chercher' }).first().click();
    await page.getByLabel('Commune trouvée').waitFor();
    await assertGood(browser, page);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Vos informations sont enregistrées.').waitFor();
    const { missing } = expectStatus(await investor.client.get<{ missing: string[] }>('/customers/tax-identity'), 200).body;
    assert.deepEqual(
      missing.filter((part) => part !== 'residence-commune'),
      [],
    );
    await assertGood(browser, page);
  });

  it('a commune that was typed and not found, and a name that was emptied, are not said to be saved', async () => {
    const investor = await verifiedInvestor(browser.world);
    const birthCommune = { code: '69123' };
    expectStatus(await investor.client.put('/customers/tax-identity', { sex: 'female', birthName: 'Durand', birthCommune }), 200);
    const page = await browser.openAs(investor, '/taxes/identity', PHONE);
    const commune = page.getByLabel('Commune de naissance, si vous êtes né en France').last();
    assert.equal(await commune.inputValue(), 'Lyon');
    await commune.fill('Bordeaux');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Cherchez cette commune, puis choisissez-la.').waitFor();
    await assertGood(browser, page);
    await page.getByRole('button', { name: 'Chercher' }).first().click();
    await page.getByLabel('Commune trouvée').waitFor();
    await page.getByLabel('Nom de naissance').fill('');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('À renseigner', { exact: true }).waitFor();
    assert.equal(await page.getByText('Vos informations sont enregistrées.').count(), 0);
    await page.getByLabel('Nom de naissance').fill('Martin');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Vos informations sont enregistrées.').waitFor();
    const { body } = expectStatus(
      await investor.client.get<{ birthName: string; birthCommune: { name: string } }>('/customers/tax-identity'),
      200,
    );
    assert.deepEqual([body.birthName, body.birthCommune.name], ['Martin', 'Bordeaux']);
  });
}
