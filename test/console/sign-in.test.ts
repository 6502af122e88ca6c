// The console's door and frame: sign-in, second factor, a session that ends, languages, keys.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { setSecondFactor } from '../../src/features/access/session/index.ts';
import { PASSWORD, signInAdministrator, signUp } from '../support/actors.ts';
import { type Desk, describePages } from '../support/browser.ts';
import { sessionCode } from '../support/codes.ts';

async function giveNameAndPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

const today = (page: Page) => page.getByRole('heading', { level: 1, name: 'Aujourd’hui' });

await describePages('the door of the console', (desk) => {
  testsOfTheDoor(desk);
  testsOfTheFrame(desk);
});

function testsOfTheDoor(desk: Desk): void {
  it('lets an administrator in, to the page that was asked for', async () => {
    const page = await desk.openSignedOut('/console/today');
    await page.getByRole('heading', { name: 'Connexion à la console' }).waitFor();
    await desk.assertAccessible(page);
    await giveNameAndPassword(page, desk.administrator.email);
    await today(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/today');
    await desk.assertAccessible(page);
  });

  it('/ leads to the console, and the console to Today', async () => {
    const page = await desk.open('/');
    await today(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/today');
  });

  it('says in words why it stays closed, keeps the address, and shows the code', async () => {
    const page = await desk.openSignedOut('/console');
    await giveNameAndPassword(page, desk.administrator.email, 'not the password');
    await page.getByText('L’adresse et le mot de passe ne vont pas ensemble').waitFor();
    await page.getByText('INVALID_EMAIL_OR_PASSWORD', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Adresse e-mail').inputValue(), desk.administrator.email);
    await desk.assertAccessible(page);
    const { email } = await signUp(desk.world);
    await giveNameAndPassword(page, email);
    await page.getByText('Ce compte n’est pas celui d’un administrateur').waitFor();
  });

  it('asks for the mailed code where the second factor is on', async () => {
    const { email, userId } = await signInAdministrator(desk.world);
    await inTransaction(desk.world.deps.db, (tx) =>
      setSecondFactor(tx, { userId, enabled: true, at: desk.world.deps.clock.now() }),
    );
    const page = await desk.openSignedOut('/console');
    const code = await sessionCode(desk.world, email, async () => {
      await giveNameAndPassword(page, email);
      await page.getByText(`Un code à six chiffres vient d’être envoyé à ${email}`).waitFor();
    });
    await desk.assertAccessible(page);
    await page.getByLabel('Code reçu par e-mail').fill(code);
    await page.getByRole('button', { name: 'Valider le code' }).click();
    await today(page).waitFor();
  });
}

function testsOfTheFrame(desk: Desk): void {
  it('speaks English when it is told to, and remembers', async () => {
    const page = await desk.open('/console/today');
    await page.getByRole('button', { name: 'Compte' }).click();
    await page.getByRole('radio', { name: 'English' }).check();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });

  it('is dark when it is told to, and the rail folds', async () => {
    const page = await desk.open('/console/today');
    await page.getByRole('button', { name: 'Compte' }).click();
    await desk.assertAccessible(page);
    await page.getByRole('radio', { name: 'Sombre' }).check();
    await desk.assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Replier le menu' }).click();
    await page.getByRole('button', { name: 'Déplier le menu' }).waitFor();
    await desk.assertAccessible(page);
  });

  it('/ goes to the search, which opens a page', async () => {
    const page = await desk.open('/console/nowhere');
    await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor();
    await desk.assertAccessible(page);
    await page.keyboard.press('/');
    await page.keyboard.type('aujourd');
    await page.getByRole('option', { name: 'Aujourd’hui' }).waitFor();
    await desk.assertAccessible(page);
    await page.keyboard.press('Enter');
    await today(page).waitFor();
  });

  it('signs out', async () => {
    const person = await signInAdministrator(desk.world);
    const page = await desk.openSignedOut('/console');
    await giveNameAndPassword(page, person.email);
    await page.getByRole('button', { name: 'Compte' }).click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByRole('heading', { name: 'Connexion à la console' }).waitFor();
  });
}
