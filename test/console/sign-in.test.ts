// The console's sign-in and frame: sign-in, second factor, a session that ends, languages, keys.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD, signInAdministrator, signUp } from '../support/actors.ts';
import { type ConsoleBrowser, describePages, giveNameAndPassword } from '../support/browser.ts';
import { sessionCode, waitForCode, wrongCode } from '../support/codes.ts';
import { expectStatus } from '../support/world.ts';

const today = (page: Page) => page.getByRole('heading', { level: 1, name: 'Aujourd’hui' });

await describePages('the door of the console', (browser) => {
  testsOfTheDoor(browser);
  testsOfTheSecondFactor(browser);
  testsOfAnEndedSession(browser);
  testsOfTheFrame(browser);
});

function testsOfTheDoor(browser: ConsoleBrowser): void {
  it('lets an administrator in, to the page that was asked for', async () => {
    const page = await browser.openSignedOut('/console/today');
    await page.getByRole('heading', { name: 'Connexion à la console' }).waitFor();
    await browser.assertAccessible(page);
    await giveNameAndPassword(page, browser.administrator.email);
    await today(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/today');
    await browser.assertAccessible(page);
  });

  it('the console leads to Today', async () => {
    const page = await browser.open('/console');
    await today(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/today');
  });

  it('says in words why it stays closed, keeps the address, and shows the code', async () => {
    const page = await browser.openSignedOut('/console');
    await giveNameAndPassword(page, browser.administrator.email, 'not the password');
    await page.getByText('L’adresse et le mot de passe ne vont pas ensemble').waitFor();
    await page.getByText('INVALID_EMAIL_OR_PASSWORD', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Adresse e-mail').inputValue(), browser.administrator.email);
    await browser.assertAccessible(page);
    const { email } = await signUp(browser.world);
    await giveNameAndPassword(page, email);
    await page.getByText('Ce compte n’est pas celui d’un administrateur').waitFor();
  });
}

function testsOfTheFrame(browser: ConsoleBrowser): void {
  it('speaks English once chosen, and remembers', async () => {
    const page = await browser.open('/console/today');
    await page.getByRole('button', { name: 'Compte' }).click();
    await page.getByRole('radio', { name: 'English' }).check();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });

  it('is dark once chosen, and the rail folds', async () => {
    const page = await browser.open('/console/today');
    await page.getByRole('button', { name: 'Compte' }).click();
    await browser.assertAccessible(page);
    await page.getByRole('radio', { name: 'Sombre' }).check();
    await browser.assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Replier le menu' }).click();
    await page.getByRole('button', { name: 'Déplier le menu' }).waitFor();
    await browser.assertAccessible(page);
  });

  it('/ goes to the search, which opens a page', async () => {
    const page = await browser.open('/console/nowhere');
    await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor();
    await browser.assertAccessible(page);
    await page.keyboard.press('/');
    await page.keyboard.type('aujourd');
    await page.getByRole('option', { name: 'Aujourd’hui' }).waitFor();
    await browser.assertAccessible(page);
    await page.keyboard.press('Enter');
    await today(page).waitFor();
  });

  it('signs out', async () => {
    const person = await signInAdministrator(browser.world);
    const page = await browser.openSignedOut('/console');
    await giveNameAndPassword(page, person.email);
    await page.getByRole('button', { name: 'Compte' }).click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByRole('heading', { name: 'Connexion à la console' }).waitFor();
  });
}

function testsOfTheSecondFactor(browser: ConsoleBrowser): void {
  it('the second factor is turned on from the menu by a mailed code, and asked for at the next sign-in', async () => {
    const { email } = await signInAdministrator(browser.world);
    const page = await browser.openSignedOut('/console');
    await giveNameAndPassword(page, email);
    await page.getByRole('button', { name: 'Compte' }).click();
    await page.getByText('Second facteur : désactivé').waitFor();
    await page.getByRole('button', { name: 'Activer le second facteur' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activer le second facteur' });
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Recevoir un code' }).click();
    await dialog
      .getByLabel('Code reçu par e-mail')
      .fill(wrongCode(await waitForCode(browser.world, email, 'mfa-enabled-update')));
    await dialog.getByRole('button', { name: 'Activer', exact: true }).click();
    await dialog.getByText('Le code est faux').waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Renvoyer le code' }).click();
    await dialog.getByText('Le prochain code ne peut pas encore être demandé').waitFor();
    // What the service says of the case is English: it stands behind a word of the console.
    const detail = dialog.getByText(/^The next code can be asked for at/);
    assert.equal(await detail.isVisible(), false);
    await dialog.getByText('Détail technique').click();
    await detail.waitFor();
    await browser.assertAccessible(page);
    await dialog.getByLabel('Code reçu par e-mail').fill(await waitForCode(browser.world, email, 'mfa-enabled-update'));
    await dialog.getByRole('button', { name: 'Activer', exact: true }).click();
    await dialog.getByText('Le second facteur est activé').waitFor();
    await dialog.locator('footer').getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('button', { name: 'Compte' }).click();
    await page.getByText('Second facteur : activé').waitFor();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByRole('heading', { name: 'Connexion à la console' }).waitFor();
    const code = await sessionCode(browser.world, email, async () => {
      await giveNameAndPassword(page, email);
      await page.getByText(`Un code à six chiffres vient d’être envoyé à ${email}`).waitFor();
    });
    await browser.assertAccessible(page);
    await page.getByLabel('Code reçu par e-mail').fill(code);
    await page.getByRole('button', { name: 'Valider le code' }).click();
    await today(page).waitFor();
    await page.getByRole('button', { name: 'Compte' }).click();
    await page.getByRole('button', { name: 'Désactiver le second facteur' }).waitFor();
  });
}

function testsOfAnEndedSession(browser: ConsoleBrowser): void {
  it('what was typed survives a session that ends meanwhile', async () => {
    const { email, client } = await signInAdministrator(browser.world);
    const page = await browser.openSignedOut('/console/content/owners');
    await giveNameAndPassword(page, email);
    await page.getByRole('button', { name: 'Nouveau porteur' }).click();
    const form = page.getByRole('dialog', { name: 'Nouveau porteur' });
    await form.getByLabel('Prénom').fill('Inès');
    await form.getByLabel('Nom de famille').fill('Caron');
    await form.getByLabel('Adresse e-mail').fill('ines.caron@mortar.test');
    expectStatus(await client.post('/api/auth/revoke-sessions'), 200);
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    const again = page.getByRole('dialog', { name: 'Votre session a pris fin' });
    await browser.assertAccessible(page);
    await again.getByLabel('Mot de passe').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    // The user decides whether it is sent again: nothing was stored meanwhile.
    assert.equal(await form.getByLabel('Prénom').inputValue(), 'Inès');
    assert.equal(await form.getByLabel('Adresse e-mail').inputValue(), 'ines.caron@mortar.test');
    await page.getByText('Aucun porteur de projet').waitFor();
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Inès Caron/ }).waitFor();
  });
}
