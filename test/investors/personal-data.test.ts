// What is kept of somebody, on a phone: taken away with a code, and the end of the account with what holds it and what stays.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { waitForCode } from '../support/codes.ts';

const PHONE = { width: 360, height: 740 } as const;
const ADDRESS = '/account/data';

await describePages('the data of an investor', (browser) => {
  testsOfTakingAway(browser);
  testsOfClosing(browser);
});

async function assertFits(page: Page): Promise<void> {
  const [inside, whole] = [await page.evaluate('innerWidth'), await page.evaluate('document.documentElement.scrollWidth')];
  assert.ok(Number(whole) <= Number(inside), `${page.url()} is ${whole} wide on a screen of ${inside}`);
}

function testsOfTakingAway(browser: ConsoleBrowser): void {
  it('are saved as a file, with a code by mail', async () => {
    const person = await verifiedInvestor(browser.world);
    const page = await browser.openAs(person, '/account', PHONE);
    await page.getByRole('link', { name: 'Mes données' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mes données' }).waitFor();
    await assertFits(page);
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
    await page.getByLabel('Code reçu par e-mail').fill(await waitForCode(browser.world, person.email, 'personal-data-export'));
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Emporter mes données' }).click();
    assert.equal((await saving).suggestedFilename(), 'donnees-personnelles.zip');
    await page.getByText('Le fichier est dans vos téléchargements.').waitFor();
    await browser.assertAccessible(page);
  });
}

function testsOfClosing(browser: ConsoleBrowser): void {
  it('says what holds the account, and offers nothing then', async () => {
    const person = await verifiedInvestor(browser.world, { fundsCents: 1_000 });
    const page = await browser.openAs(person, ADDRESS, PHONE);
    await page.getByText('Il reste de l’argent dans votre portefeuille : retirez-le d’abord.').waitFor();
    await assertFits(page);
    await browser.assertAccessible(page);
    assert.equal(await page.getByRole('button', { name: 'Fermer mon compte…' }).count(), 0);
  });

  it('closes the account with a code, and leads out', async () => {
    const person = await verifiedInvestor(browser.world);
    const page = await browser.openAs(person, ADDRESS, PHONE);
    await page.getByRole('button', { name: 'Fermer mon compte…' }).click();
    const closing = page.getByRole('form', { name: 'Fermer mon compte définitivement' });
    await closing.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
    await closing
      .getByLabel('Code reçu par e-mail')
      .fill(await waitForCode(browser.world, person.email, 'personal-data-erasure'));
    await assertFits(page);
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Fermer mon compte définitivement' }).click();
    await page.getByText('Votre compte est fermé. Un e-mail vous le confirme.').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Quitter' }).click();
    await page.getByRole('link', { name: 'Se connecter' }).first().waitFor();
  });
}
