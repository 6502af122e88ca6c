// The money of a project in the console: the flow picture opens its postings, and the settlement ends at zero.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { financialStatusIs } from '../support/property-states.ts';
import { repaidProject } from '../support/scheduled-property.ts';

/** Funded and paid out to its owner, but for what MAIN and ESCROW keep. */
async function project(browser: ConsoleBrowser) {
  const holders = [{ investor: await verifiedInvestor(browser.world), bricks: 2 }];
  const terms = { holders, mainCents: 30_000, escrowCents: 5_000, totalFundedCents: 100_000 };
  return repaidProject(browser.world, browser.administrator, terms);
}

await describePages('the money of a project', (browser) => {
  it('each band opens the postings behind it', async () => {
    const { propertyId } = await project(browser);
    const page = await browser.open(`/console/properties/${propertyId}`);
    await page.getByRole('link', { name: 'Argent', exact: true }).click();
    const picture = page.getByRole('img', { name: 'D’où vient l’argent, où il va' });
    const band = picture.getByRole('link', { name: /^Clôture de la collecte. De Collecte vers Séquestre/ });
    await band.waitFor();
    await browser.assertAccessible(page);
    const postings = page.getByRole('table', { name: 'Écritures', exact: true });
    await postings.getByText('Souscription').first().waitFor();
    await band.click();
    await postings.getByText('Souscription').first().waitFor({ state: 'detached' });
    await postings.getByText('Clôture de la collecte').waitFor();
    const { searchParams } = new URL(page.url());
    assert.deepEqual([searchParams.get('purse'), searchParams.get('type')], ['COLLECT', 'FUNDING_CLOSED']);
    await browser.assertAccessible(page);
  });

  it('a purse has its balance, and its postings are one click away', async () => {
    const { propertyId } = await project(browser);
    const page = await browser.open(`/console/properties/${propertyId}/money`);
    const purses = page.getByRole('table', { name: 'Caisses du projet' });
    await purses.getByRole('row', { name: /^Séquestre d’intérêts 50,00/ }).waitFor();
    await purses.getByRole('link', { name: 'Coupons' }).click();
    await page.getByText('Aucune écriture').waitFor();
  });

  it('a settlement ends at zero', async () => {
    const { propertyId } = await project(browser);
    const page = await browser.open(`/console/properties/${propertyId}/money`);
    const missing = page.getByRole('list', { name: 'Ce qui manque : Reste du porteur de projet rendu' });
    await missing.getByText('Tout ce qui est dû doit d’abord être payé et versé.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Rendre au porteur…' }).isDisabled());
    await browser.assertAccessible(page);
    await missing.getByRole('link', { name: 'Ouvrir l’échéancier du projet' }).click();
    await page.waitForURL(`**/console/properties/${propertyId}/schedule`);
    await financialStatusIs(browser.world, [propertyId], 'repayment-finished');
    await page.goto(`${browser.world.url}/console/properties/${propertyId}/money`);
    await missing.waitFor({ state: 'detached' });
    const purses = page.getByRole('list', { name: 'Ce qui manque : Solde de tout compte marqué' });
    await purses.getByText('Une caisse du projet n’est pas vide.').waitFor();
    await page.getByText('Le projet tient encore 350,00').first().waitFor();
    const steps = page.getByRole('list', { name: 'Solde de tout compte' });
    await steps.getByText('Toutes les caisses sont à zéro, à faire').waitFor();
    await page.getByRole('button', { name: 'Rendre au porteur…' }).click();
    const choice = page.getByRole('dialog', { name: 'Rendre son reste au porteur' }).first();
    await choice.getByLabel('Comment', { exact: true }).selectOption({ label: 'Remis autrement : l’enregistrer' });
    await choice.getByLabel('Commentaire').fill('Remis en main propre le 3 décembre');
    await browser.assertAccessible(page);
    await choice.getByRole('button', { name: /^Rendre 350,00/ }).click();
    const dialog = page.getByRole('dialog').nth(1);
    await dialog.getByRole('button', { name: /^Rendre 350,00/ }).click();
    await dialog.getByText('C’est fait').waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await steps.getByText('Toutes les caisses sont à zéro, rempli').waitFor();
    await page.getByRole('button', { name: 'Marquer le solde de tout compte' }).click();
    await browser.assertAccessible(page);
    const done = page.getByRole('dialog', { name: 'Marquer le projet soldé ?' });
    await done.getByRole('button', { name: 'Marquer le solde de tout compte' }).click();
    await steps.getByText('Solde de tout compte marqué, rempli').waitFor();
  });
});
