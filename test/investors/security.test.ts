// The security of an account in a browser: passkeys with Chromium's own virtual authenticator, codes by mail where there is none, sessions.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Investor, PASSWORD, signUp } from '../support/actors.ts';
import { type ConsoleBrowser, describePages, giveNameAndPassword, openByName } from '../support/browser.ts';
import { codesIn, sessionCode, waitForCode } from '../support/codes.ts';
import { registerPasskey } from '../support/investor-passkeys.ts';
import { expectStatus } from '../support/world.ts';

const PHONE = { width: 360, height: 740 } as const;
const PATH = '/account/security';

await describePages('the security of an account', (browser) => {
  testsOfPasskeys(browser);
  testsOfMailedCodes(browser);
  testsOfSessions(browser);
});

const h1 = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ma sécurité' }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function assertFits(page: Page): Promise<void> {
  const [inside, whole] = [await page.evaluate('innerWidth'), await page.evaluate('document.documentElement.scrollWidth')];
  assert.ok(Number(whole) <= Number(inside), `${page.url()} is ${whole} wide on a screen of ${inside}`);
}

/** Chromium ends where a page makes a passkey after axe has looked at it: the pages of this flow are looked at by the tests below. */
function testsOfPasskeys(browser: ConsoleBrowser): void {
  it('one is registered by a mailed code, confirms a change, opens the next sign-in, and removes itself', async () => {
    const { world } = browser;
    const { email } = await signUp(world);
    const page = await openByName(browser, '/', `/sign-in?next=${PATH}`, PHONE);
    await giveNameAndPassword(page, email);
    await h1(page);
    await press(page, 'Ajouter une clé d’accès');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nom').fill('téléphone');
    await dialog.getByRole('button', { name: 'Continuer' }).click();
    await dialog.getByRole('button', { name: 'Recevoir un code par e-mail' }).click();
    await dialog.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, email, 'passkey-registration'));
    await dialog.getByRole('button', { name: 'Créer la clé d’accès' }).click();
    await page.getByRole('row', { name: /téléphone/ }).waitFor();

    await press(page, 'Demander un code à la connexion');
    await press(page, 'Confirmer avec une clé d’accès');
    await page.getByText('Activé : après le mot de passe').waitFor();
    assert.deepEqual(await codesIn(world, email, 'mfa-enabled-update'), []);

    await page.goto(new URL('/account', page.url()).href);
    await press(page, 'Se déconnecter');
    await page.getByRole('link', { name: 'Se connecter' }).first().waitFor();
    await page.goto(new URL(`/sign-in?next=${PATH}`, page.url()).href);
    await giveNameAndPassword(page, email);
    await page.getByText('Il reste à présenter votre clé d’accès').waitFor();
    await page.getByLabel('Ne plus le demander sur cet appareil').check();
    await press(page, 'Utiliser une clé d’accès');
    await h1(page);
    await page.getByText('1 appareil de confiance').waitFor();

    await press(page, 'Renommer téléphone');
    await page.getByRole('dialog').getByLabel('Nom').fill('tablette');
    await press(page, 'Enregistrer');
    await press(page, 'Retirer tablette');
    await press(page, 'Confirmer avec une clé d’accès');
    await page.getByText('Aucune clé d’accès').waitFor();
    assert.deepEqual(await codesIn(world, email, 'passkey-removal'), []);
  });
}

function testsOfMailedCodes(browser: ConsoleBrowser): void {
  it('a browser that gives no passkey says so, and a code by mail removes it: the pages were opened by an address of numbers', async () => {
    const { world } = browser;
    const person = await signUp(world);
    await registerPasskey(world, person, 'perdue');
    const page = await browser.openAs(person, PATH, PHONE);
    await h1(page);
    await assertFits(page);
    await browser.assertAccessible(page);
    await press(page, 'Retirer perdue');
    await press(page, 'Confirmer avec une clé d’accès');
    await page.getByText('Le navigateur n’a pas donné de clé d’accès').waitFor();
    await browser.assertAccessible(page);
    await press(page, 'Recevoir un code par e-mail');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code reçu par e-mail').fill('000000');
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Retirer', exact: true }).click();
    await dialog.getByText('2fa-code.invalid').waitFor();
    await dialog.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, person.email, 'passkey-removal'));
    await dialog.getByRole('button', { name: 'Retirer', exact: true }).click();
    await page.getByText('Aucune clé d’accès').waitFor();
  });

  it('another password by a mailed code ends this session too', async () => {
    const { world } = browser;
    const person = await signUp(world);
    const page = await browser.openAs(person, PATH, PHONE);
    const code = await sessionCode(world, person.email, () => press(page, 'Changer mon mot de passe'));
    await page.getByLabel('Code reçu par e-mail').fill(code);
    await page.getByLabel('Nouveau mot de passe').fill('three other words');
    await browser.assertAccessible(page);
    await press(page, 'Choisir ce mot de passe');
    await page.getByRole('heading', { level: 1, name: 'Se connecter' }).waitFor();
    await giveNameAndPassword(page, person.email, 'three other words');
    await h1(page);
  });
}

function testsOfSessions(browser: ConsoleBrowser): void {
  const anotherSession = async ({ email }: Investor) => {
    const client = browser.world.visitor();
    const headers = {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604',
    };
    expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }, headers), 200);
    return client;
  };
  it('one is ended, and all others', async () => {
    const person = await signUp(browser.world);
    const [phone, other] = [await anotherSession(person), await anotherSession(person)];
    const page = await browser.openAs(person, PATH);
    await page.getByText('celle-ci', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Fermer Safari sur iPhone' }).count(), 2);
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Fermer Safari sur iPhone' }).first().click();
    await browser.world.until(
      async () => (await page.getByRole('button', { name: 'Fermer Safari sur iPhone' }).count()) === 1,
      'one session to be ended',
    );
    await press(page, 'Fermer toutes les autres sessions');
    for (const client of [phone, other])
      await browser.world.until(async () => (await client.get('/customers/me')).status === 401, 'the session to be ended');
    assert.equal((await person.client.get('/customers/me')).status, 200);
  });
}
