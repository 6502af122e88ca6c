// Second factors in a browser: registered, shown at the sign-in, asked for again before an administrator is changed, with Chromium's own
// virtual authenticator.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Person, signInAdministrator } from '../support/actors.ts';
import { type ConsoleBrowser, describePages, giveNameAndPassword, openByName } from '../support/browser.ts';
import { waitForCode } from '../support/codes.ts';
import { appOf, registerApp } from '../support/factors.ts';

const today = (page: Page) => page.getByRole('heading', { level: 1, name: 'Aujourd’hui' });
const PHONE = { width: 360, height: 740 };

await describePages('the second factor', (browser) => {
  testsOfPasskeys(browser);
  testsOfApps(browser);
  testsOfRefusals(browser);
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compte' }).click();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await page.getByRole('heading', { name: 'Connexion à la console' }).waitFor();
}

/** Chromium ends where a page makes a passkey after axe has looked at it: the pages of this flow are looked at by the tests below. */
function testsOfPasskeys(browser: ConsoleBrowser): void {
  it('a passkey is registered by a mailed code, opens the next sign-in, and is asked for before roles change', async () => {
    const { world } = browser;
    const owner = await signInAdministrator(world);
    const other = await signInAdministrator(world, undefined, ['support']);
    const page = await openByName(browser, '/console', '/console/security');
    await giveNameAndPassword(page, owner.email);
    await page.getByText('Aucun second facteur : le mot de passe suffit').waitFor();
    await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Recevoir un code' }).click();
    await dialog.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, owner.email, 'first-factor'));
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await dialog.getByLabel('Nom de la clé').fill('portable');
    await dialog.getByRole('button', { name: 'Créer la clé d’accès' }).click();
    await dialog.getByText('Ils ne sont montrés qu’une fois').waitFor();
    assert.equal(await dialog.getByRole('listitem').count(), 10);
    await dialog.getByRole('button', { name: 'Je les ai notés' }).click();
    await page.getByRole('row', { name: /Clé d’accès portable/ }).waitFor();

    await signOut(page);
    await giveNameAndPassword(page, owner.email);
    await page.getByText('Il reste à présenter votre second facteur').waitFor();
    await page.reload();
    await page.getByText('Il reste à présenter votre second facteur').waitFor();
    await page.getByRole('button', { name: 'Utiliser une clé d’accès' }).click();
    await today(page).waitFor();

    await page.getByRole('link', { name: 'Administrateurs' }).click();
    await world.moveClock({ advance: 'PT6M' });
    const row = page.getByRole('row').filter({ hasText: other.email });
    await row.getByRole('button', { name: 'Rôles' }).click();
    await page.getByRole('checkbox', { name: 'audit' }).check();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const again = page.getByRole('dialog', { name: 'Confirmez que c’est bien vous' });
    await again.getByRole('button', { name: 'Utiliser une clé d’accès' }).waitFor();
    await again.getByRole('button', { name: 'Utiliser une clé d’accès' }).click();
    // The request is sent by itself.
    await row.getByText('audit', { exact: true }).waitFor();
  });

  it('a browser that gives no passkey says why: the console was opened by an address of numbers', async () => {
    const person = await signInAdministrator(browser.world);
    const page = await signInTo(browser, person, '/console/security', PHONE);
    await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Recevoir un code' }).click();
    await dialog.getByLabel('Code reçu par e-mail').fill(await waitForCode(browser.world, person.email, 'first-factor'));
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await dialog.getByLabel('Nom de la clé').fill('portable');
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Créer la clé d’accès' }).click();
    await dialog.getByText('Le navigateur n’a pas donné de clé d’accès').waitFor();
    await browser.assertAccessible(page);
  });
}

async function signInTo(browser: ConsoleBrowser, person: Person, path: string, view?: typeof PHONE): Promise<Page> {
  const page = await browser.openSignedOut(path, view);
  await giveNameAndPassword(page, person.email);
  return page;
}

function testsOfApps(browser: ConsoleBrowser): void {
  it('a code of the app opens the sign-in; a wrong one is refused in words; a recovery code stands in', async () => {
    const person = await signInAdministrator(browser.world);
    const app = await registerApp(browser.world, person);
    const page = await signInTo(browser, person, '/console/security', PHONE);
    await page.getByLabel('Code de l’application').fill('000000');
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await page.getByText('Le second facteur n’a pas été reconnu').waitFor();
    await browser.assertAccessible(page);
    await page.getByLabel('Code de l’application').fill(app.nextCode());
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await page.getByText('1 second facteur, 10 codes de secours').waitFor();
    await browser.assertAccessible(page);
    await signOut(page);
    await giveNameAndPassword(page, person.email);
    await page.getByRole('button', { name: 'Facteur perdu ?' }).click();
    await page.getByLabel('Code de secours').fill(app.recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await today(page).waitFor();
  });

  it('an app is the first factor of somebody, who then removes it', async () => {
    const person = await signInAdministrator(browser.world);
    const page = await signInTo(browser, person, '/console/security');
    await page.getByRole('button', { name: 'Ajouter une application' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Recevoir un code' }).click();
    await dialog.getByLabel('Code reçu par e-mail').fill(await waitForCode(browser.world, person.email, 'first-factor'));
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await dialog.getByRole('button', { name: 'Ajouter une application' }).click();
    await dialog.getByText('Clé à saisir').waitFor();
    await browser.assertAccessible(page);
    const app = appOf((await dialog.locator('.secret-key').textContent()) ?? '');
    await dialog.getByLabel('Code de l’application').fill(app.nextCode());
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('Ils ne sont montrés qu’une fois').waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Je les ai notés' }).click();
    await page.getByRole('row', { name: /Application d’authentification/ }).waitFor();
    await page.getByRole('button', { name: 'Retirer : Application d’authentification' }).click();
    await page.getByRole('dialog').getByLabel('Code de l’application').fill(app.nextCode());
    await browser.assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click();
    await page.getByText('Aucun second facteur : le mot de passe suffit').waitFor();
  });
}

function testsOfRefusals(browser: ConsoleBrowser): void {
  it('a request that asks for the factor is not sent where the person does not show it', async () => {
    const person = await signInAdministrator(browser.world);
    const other = await signInAdministrator(browser.world, undefined, ['support']);
    const app = await registerApp(browser.world, person);
    const page = await signInTo(browser, person, '/console/administrators');
    await page.getByLabel('Code de l’application').fill(app.nextCode());
    await page.getByRole('button', { name: 'Confirmer' }).click();
    const row = page.getByRole('row').filter({ hasText: other.email });
    await row.waitFor();
    await browser.world.moveClock({ advance: 'PT6M' });
    await row.getByRole('button', { name: 'Retirer l’accès' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer l’accès' }).click();
    const again = page.getByRole('dialog', { name: 'Confirmez que c’est bien vous' });
    await again.getByRole('button', { name: 'Fermer' }).click();
    await page.getByText('Présentez à nouveau votre second facteur').waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('assistance').waitFor();
  });

  it('is on Today’s door too, in English', async () => {
    const person = await signInAdministrator(browser.world);
    await registerApp(browser.world, person);
    const page = await browser.openSignedOut('/console/today');
    await page.getByRole('radio', { name: 'English' }).check();
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password').fill('correct horse battery staple');
    await page.keyboard.press('Enter');
    await page.getByText('Your second factor is still to be shown').waitFor();
    assert.equal(await today(page).count(), 0);
    await browser.assertAccessible(page);
  });
}
