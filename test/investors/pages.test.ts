// The investors' pages in a real browser: read on a phone and on a desk, without script, in both languages; signing up and in.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { openFunding, PASSWORD, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages, takenOver } from '../support/browser.ts';
import { sessionCode } from '../support/codes.ts';
import { expectStatus } from '../support/world.ts';

const PHONE = { width: 360, height: 740 } as const;

await describePages("the investors' pages", (browser) => {
  testsOfReading(browser);
  testsWithoutScript(browser);
  testsOfTheDoor(browser);
  testsOfTheWayBackIn(browser);
  testsOfTheFrame(browser);
});

const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Nothing is wider than the screen, but what scrolls in its own frame. */
async function assertFits(page: Page): Promise<void> {
  const [inside, whole] = [await page.evaluate('innerWidth'), await page.evaluate('document.documentElement.scrollWidth')];
  assert.ok(Number(whole) <= Number(inside), `${page.url()} is ${whole} wide on a screen of ${inside}`);
}

function testsOfReading(browser: ConsoleBrowser): void {
  let propertyId: PropertyId;
  before(async () => {
    ({ propertyId } = await openFunding(browser.world, { bricks: 40 }));
  });

  for (const view of [PHONE, {}, { ...PHONE, colorScheme: 'dark' }] as const)
    it(`home, projects and a project are accessible and fit: ${JSON.stringify(view)}`, async () => {
      const page = await browser.openSignedOut('/', view);
      for (const [path, title] of [
        ['/', /^Investir dans l’immobilier/],
        ['/projects', 'Projets'],
        [`/projects/${propertyId}`, 'Les Acacias'],
        ['/legal', 'Risques et mentions légales'],
        ['/nowhere', 'Cette page n’existe pas'],
      ] as const) {
        await browser.load(page, path);
        await h1(page, title);
        await assertFits(page);
        await browser.assertAccessible(page);
      }
    });

  it('the head and the foot begin where the content does on a wide screen', async () => {
    const page = await browser.openSignedOut('/projects', { width: 1440, height: 900 });
    await h1(page, 'Projets');
    const lefts = await page.evaluate<number[]>(
      "['.brand', 'h1', '.foot .risk'].map((name) => document.querySelector(name).getBoundingClientRect().left)",
    );
    assert.equal(new Set(lefts).size, 1, lefts.join());
  });

  it('from the home over the list to a project and back, without loading a document again', async () => {
    const page = await browser.openSignedOut('/', PHONE);
    await page.evaluate('globalThis.isSame = true');
    await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Projets' }).click();
    await h1(page, 'Projets');
    await page.getByRole('link', { name: 'État : En collecte' }).click();
    await browser.world.until(async () => new URL(page.url()).search === '?state=collecting', 'the filter in the address');
    await page.getByRole('link', { name: 'Les Acacias' }).click();
    await h1(page, 'Les Acacias');
    await page.getByText('40 briques disponibles').waitFor();
    await page.goBack();
    await h1(page, 'Projets');
    assert.equal(await page.evaluate('globalThis.isSame'), true);
    assert.equal(await page.title(), 'Projets · Mortar');
  });

  it('a return is never written larger than the risk beside it', async () => {
    const page = await browser.openSignedOut(`/projects/${propertyId}`, PHONE);
    const box = page.getByRole('complementary', { name: 'Investir dans ce projet' });
    await box.getByText('Investir comporte un risque de perte').waitFor();
    const largest = await page.evaluate(
      "Math.max(...[...document.querySelectorAll('.buy-box p, .buy-box strong')].map((it) => parseFloat(getComputedStyle(it).fontSize)))",
    );
    assert.equal(largest, 16);
  });
}

function testsWithoutScript(browser: ConsoleBrowser): void {
  it('public pages are read without script, and their filters and languages are links', async () => {
    const page = await browser.openSignedOut('/projects', { ...PHONE, hasScript: false });
    await page.getByRole('link', { name: 'État : En retard' }).click();
    await page.getByText('Aucun projet ne correspond.').waitFor();
    await page.getByRole('link', { name: 'État : Tous' }).click();
    await page.getByRole('link', { name: 'Les Acacias' }).first().click();
    await h1(page, 'Les Acacias');
    assert.equal(await page.getByRole('heading', { name: 'Autres projets du même porteur' }).count(), 0, 'of no owner');
    await page.getByText('Investir comporte un risque de perte').first().waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByText('bricks available').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });
}

function testsOfTheDoor(browser: ConsoleBrowser): void {
  it('somebody signs up on a phone, proves the address, and is signed in', async () => {
    const page = await browser.openSignedOut('/', PHONE);
    await page.getByRole('link', { name: 'Créer un compte' }).click();
    await h1(page, 'Créer un compte');
    await browser.assertAccessible(page);
    await assertFits(page);
    const email = 'lea.martin@example.test';
    await page.getByLabel('Prénom et nom').fill('Léa Martin');
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe').fill('court');
    const send = page.getByRole('main').getByRole('button', { name: 'Créer un compte' });
    await send.click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Adresse e-mail').inputValue(), email);
    await page.getByLabel('Mot de passe').fill(PASSWORD);
    const code = await sessionCode(browser.world, email, async () => {
      await send.click();
      await h1(page, 'Confirmer mon adresse e-mail');
    });
    await browser.assertAccessible(page);
    await page.getByLabel('Code reçu par e-mail').fill(code);
    await page.getByRole('button', { name: 'Valider le code' }).click();
    await page.getByText('Votre adresse est confirmée.').waitFor();
    await page.getByRole('link', { name: 'Vérifier mon identité' }).click();
    await h1(page, 'Mon identité');
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Mon compte : Léa Martin' }).click();
    await h1(page, 'Mon compte');
    await browser.assertAccessible(page);
  });

  it('who asks for a page about them signs in first and comes back to it', async () => {
    const { email } = await verifiedInvestor(browser.world, { fundsCents: 123_456 });
    const page = await browser.openSignedOut('/wallet', PHONE);
    await h1(page, 'Se connecter');
    await browser.assertAccessible(page);
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe').fill('not the password');
    await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).click();
    await page.getByText('L’adresse et le mot de passe ne vont pas ensemble').waitFor();
    await page.getByLabel('Mot de passe').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).click();
    await h1(page, 'Portefeuille');
    await page.getByText('1 234,56 €').first().waitFor();
    await browser.assertAccessible(page);
    await assertFits(page);
  });
}

function testsOfTheWayBackIn(browser: ConsoleBrowser): void {
  it('a forgotten password is replaced by a mailed code', async () => {
    const email = 'oubli@example.org';
    await verifiedInvestor(browser.world, { email });
    const page = await browser.openSignedOut('/sign-in', PHONE);
    await page.getByRole('link', { name: 'Mot de passe oublié' }).click();
    await h1(page, 'Mot de passe oublié');
    await page.getByLabel('Adresse e-mail').fill(email);
    const code = await sessionCode(browser.world, email, async () => {
      await page.getByRole('button', { name: 'Recevoir un code' }).click();
      await page.getByLabel('Nouveau mot de passe').waitFor();
    });
    await browser.assertAccessible(page);
    await page.getByLabel('Code reçu par e-mail').fill(code);
    await page.getByLabel('Nouveau mot de passe').fill('three other quiet words');
    await page.getByRole('button', { name: 'Choisir ce mot de passe' }).click();
    await page.getByText('Le mot de passe est changé').waitFor();
    const signIn = { email, password: 'three other quiet words' };
    expectStatus(await browser.world.visitor().post('/api/auth/sign-in/email', signIn), 200);
  });

  it('what is typed before the script runs is kept, and nothing can be sent until then', async () => {
    const page = await browser.openSignedOut('/sign-up', PHONE);
    const slow = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await slow.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.getByLabel('Prénom et nom').fill('Lou Petit');
    await page.getByLabel('Adresse e-mail').fill('lou.petit@example.org');
    await page.getByLabel('Mot de passe').fill(PASSWORD);
    await page.getByLabel('Mot de passe').press('Enter');
    const create = page.getByRole('main').getByRole('button', { name: 'Créer un compte' });
    assert.equal(await create.isDisabled(), true);
    assert.equal(new URL(page.url()).search, '');
    slow.resolve();
    await takenOver(browser.world, page);
    await create.click();
    await h1(page, 'Confirmer mon adresse e-mail');
  });

  it('a session that ends meanwhile is opened again over the page', async () => {
    const person = await verifiedInvestor(browser.world);
    const page = await browser.openAs(person, '/wallet/gift-cards/redeem', PHONE);
    await page.getByLabel('Code de la carte').fill('ABCD-EFGH');
    expectStatus(await person.client.post('/api/auth/revoke-sessions'), 200);
    await page.getByRole('button', { name: 'Utiliser une carte' }).click();
    const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' });
    await browser.assertAccessible(page);
    await dialog.getByLabel('Mot de passe').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Se connecter' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Code de la carte').inputValue(), 'ABCD-EFGH');
  });
}

function testsOfTheFrame(browser: ConsoleBrowser): void {
  it('every page of an account is accessible and fits a phone', async () => {
    const page = await browser.openAs(await verifiedInvestor(browser.world), '/investments', PHONE);
    for (const path of [
      '/investments',
      '/marketplace',
      '/wallet',
      '/wallet/gift-cards',
      '/account',
      '/account/profile',
      '/account/identity',
      '/account/bank-accounts',
      '/account/data',
      '/account/security',
      '/taxes',
      '/account/referral',
      '/account/complaints',
    ]) {
      await browser.load(page, path);
      await page.locator('.skeletons').waitFor({ state: 'detached' });
      await assertFits(page);
      await browser.assertAccessible(page);
      await browser.assertReachable(page);
      assert.equal(await page.getByRole('alert').count(), 0, path);
    }
  });

  it('is dark and English once chosen, and stays so', async () => {
    const page = await browser.openSignedOut('/projects');
    await page.getByText('Sombre').click();
    await page.getByRole('link', { name: 'English' }).click();
    await h1(page, 'Projects');
    await browser.assertAccessible(page);
    await page.reload();
    await h1(page, 'Projects');
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    assert.equal(await page.getByRole('radio', { name: 'Dark' }).isChecked(), true);
  });

  it('the keyboard reaches the content first', async () => {
    const page = await browser.openSignedOut('/projects');
    await page.keyboard.press('Tab');
    assert.equal(await page.getByRole('link', { name: 'Aller au contenu' }).evaluate((it) => it.matches(':focus')), true);
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('main').evaluate((it) => it.matches(':focus')), true);
  });

  it('says that it is offline', async () => {
    const page = await browser.openSignedOut('/projects', PHONE);
    await page.context().setOffline(true);
    await page.getByText('Vous êtes hors ligne').waitFor();
    await browser.assertAccessible(page);
    await page.context().setOffline(false);
    await page.getByText('Vous êtes hors ligne').waitFor({ state: 'detached' });
  });

  it('outside production it says that no money is real', async () => {
    const page = await browser.openSignedOut('/', PHONE);
    await page.getByText('Environnement de test : aucun argent réel.').waitFor();
  });
}
