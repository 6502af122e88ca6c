// The account of an investor on a phone: the profile, the identity as a path, corrections, referral.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Investor, PASSWORD, signUp, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { codesIn, waitForCode } from '../support/codes.ts';
import { correctionsOf } from '../support/correction-actors.ts';
import { PROFILE } from '../support/profiles.ts';
import { expectStatus } from '../support/world.ts';

const PHONE = { width: 360, height: 740 } as const;

await describePages(
  'the account of an investor',
  (browser) => {
    testOfTheNewcomer(browser);
    testsOfIdentity(browser);
    testsOfProfile(browser);
    testsOfReferral(browser);
  },
  { settings: { ONBOARDING_OF_NEW_CUSTOMERS: 'v2' } },
);

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Accessible, and nothing is wider than the screen. */
async function assertFine(browser: ConsoleBrowser, page: Page): Promise<void> {
  await browser.assertAccessible(page);
  const [inside, whole] = [await page.evaluate('innerWidth'), await page.evaluate('document.documentElement.scrollWidth')];
  assert.ok(Number(whole) <= Number(inside), `${page.url()} is ${whole} wide on a screen of ${inside}`);
}

const pathOf = async (page: Page) =>
  (await page.getByRole('list', { name: 'Les étapes de la vérification' }).getByRole('listitem').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );

async function startedInvestor(browser: ConsoleBrowser): Promise<Investor & { url: string }> {
  const person = await signUp(browser.world);
  const lastName = `Du${Math.random().toString(36).slice(2).replaceAll(/\d/g, '')}ane`;
  expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, lastName }), 200);
  const { url } = expectStatus(await person.client.post<{ url: string }>('/customers/onboarding'), 201).body;
  return { ...person, url };
}

/** What the person does on the provider's page. */
async function press(url: string, outcome: string): Promise<void> {
  assert.equal((await fetch(`${url}/${outcome}`, { method: 'POST', redirect: 'manual' })).status, 303);
}

function testOfTheNewcomer(browser: ConsoleBrowser): void {
  it('a newcomer fills in the profile, which says what is wrong, and goes on to the page of the provider', async () => {
    const person = await signUp(browser.world);
    const page = await browser.openAs(person, '/account', PHONE);
    await page.getByText('Remplir mon profil').waitFor();
    await assertFine(browser, page);
    await page.getByRole('link', { name: 'Voir les étapes' }).click();
    await h1(page, 'Mon identité');
    assert.deepEqual(await pathOf(page), [
      'Compte créé Fait',
      'Adresse e-mail confirmée Saisir le code reçu par e-mail, quand vous voulez. À faire ou en cours',
      'Profil rempli Remplir le profil : nom, naissance, adresse. À faire ou en cours',
      'Informations données au prestataire Plus tard',
      'Identité prouvée au prestataire Plus tard',
      'Analyse du dossier Plus tard',
      'Portefeuille ouvert Plus tard',
    ]);
    await assertFine(browser, page);
    await page.getByRole('link', { name: 'Remplir mon profil' }).click();
    await h1(page, 'Mon profil');
    await assertFine(browser, page);
    const filled = {
      Prénoms: 'Camille',
      'Nom de famille': 'Deltour',
      'Date de naissance': '1990-05-04',
      'Ville de naissance': 'Nantes',
      Téléphone: '12',
      'Numéro et rue': '1 rue de la République',
      'Code postal': '69001',
    };
    for (const [label, text] of Object.entries(filled)) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel('Ville', { exact: true }).fill('Lyon');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByLabel('Téléphone').and(page.locator('[aria-invalid]')).waitFor();
    assert.equal(await page.getByLabel('Prénoms').inputValue(), 'Camille');
    await page.getByLabel('Téléphone').fill('06 12 34 56 78');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Votre profil est enregistré.').waitFor();
    await assertFine(browser, page);
    await page.getByRole('link', { name: 'Vérifier mon identité' }).click();
    await page.getByRole('button', { name: 'Commencer la vérification' }).click();
    await page.waitForURL((url) => !url.href.startsWith(browser.world.url));
  });
}

function testsOfIdentity(browser: ConsoleBrowser): void {
  it('under analysis it says since when and how long that takes; accepted, the way leads to the projects', async () => {
    const person = await startedInvestor(browser);
    await press(person.url, 'hand-in');
    const page = await browser.openAs(person, '/account/identity', PHONE);
    await page.getByText('48 heures').waitFor();
    await page.getByText('Depuis', { exact: true }).waitFor();
    await assertFine(browser, page);
    await press(person.url, 'accept');
    await page.getByRole('button', { name: 'Vérifier maintenant' }).click();
    await page.getByRole('link', { name: 'Voir les projets' }).waitFor();
    assert.ok((await pathOf(page)).includes('Portefeuille ouvert Fait'));
  });

  it('an update has its day and resumes at the provider; who is denied is told whom to write to', async () => {
    const person = await startedInvestor(browser);
    await press(person.url, 'accept');
    await press(person.url, 'ask-update');
    const page = await browser.openAs(person, '/account/identity', PHONE);
    await page.getByText('Avant le', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reprendre chez le prestataire' }).waitFor();
    await assertFine(browser, page);
    const denied = await startedInvestor(browser);
    await press(denied.url, 'deny');
    const refused = await browser.openAs(denied, '/account/identity', PHONE);
    await refused.getByRole('main').getByRole('link', { name: /@/ }).waitFor();
    assert.ok((await pathOf(refused)).includes('Analyse du dossier Arrêté'));
    await assertFine(browser, refused);
  });
}

function testsOfProfile(browser: ConsoleBrowser): void {
  it('a verified investor corrects the city by a code, and sees what became of it', async () => {
    const { world } = browser;
    const person = await verifiedInvestor(world);
    const page = await browser.openAs(person, '/account/profile', PHONE);
    await page.getByText('Votre pièce d’identité prouve ces données').waitFor();
    assert.equal(await page.getByLabel('Date de naissance').count(), 0);
    const known = (await codesIn(world, person.email, 'profile-correction')).length;
    await page.getByRole('button', { name: 'Recevoir un code' }).click();
    await page.getByText('Changez d’abord ce qui est à corriger.').waitFor();
    await page.getByLabel('Ville', { exact: true }).fill('Nantes');
    await page.getByRole('button', { name: 'Recevoir un code' }).click();
    await page.getByLabel('Code reçu par e-mail').fill(await waitForCode(world, person.email, 'profile-correction', known + 1));
    await assertFine(browser, page);
    await page.getByRole('button', { name: 'Envoyer la correction' }).click();
    await page.getByRole('region', { name: 'Mes corrections' }).waitFor();
    await world.until(async () => (await correctionsOf(person))[0]?.status === 'accepted', 'the correction is accepted');
    const corrected = await browser.openAs(person, '/account/profile', PHONE);
    await corrected.getByText('Acceptée').waitFor();
    await corrected.getByText('1 rue de la République, 69001 Nantes, France').waitFor();
    await assertFine(browser, corrected);
  });
}

function testsOfReferral(browser: ConsoleBrowser): void {
  it('who follows the link signs up with its code, and stands in the list of the one who gave it', async () => {
    const { world } = browser;
    const referrer = await verifiedInvestor(world);
    const page = await browser.openAs(referrer, '/account/referral', PHONE);
    await page.getByText('Personne n’est encore venu par votre code.').waitFor();
    const link = (await page.locator('code').allInnerTexts()).find((text) => text.includes('/sign-up')) ?? '';
    await assertFine(browser, page);
    const { pathname, search } = new URL(link);
    const other = await browser.openSignedOut(pathname + search, PHONE);
    await other.getByLabel('Prénom et nom').fill('Noé Petit');
    await other.getByLabel('Adresse e-mail').fill('noe.petit@example.test');
    await other.getByLabel('Mot de passe').fill(PASSWORD);
    const code = other.getByLabel('Code de parrainage');
    const given = await code.inputValue();
    await code.fill('nobody-0000');
    const send = other.getByRole('main').getByRole('button', { name: 'Créer un compte' });
    await send.click();
    await other.getByText('Ce code n’existe pas.').waitFor();
    await assertFine(browser, other);
    await code.fill(given);
    await send.click();
    await h1(other, 'Confirmer mon adresse e-mail');
    await page.reload();
    await page.getByRole('region', { name: 'Qui j’ai parrainé' }).waitFor();
    await page.getByText('Sans nom').waitFor();
    await other.goto(`${world.url}/account/referral`);
    await other.getByText('Camille D.').waitFor();
    await assertFine(browser, other);
  });

  it('a code is named later, once; the own one is refused in words', async () => {
    const { world } = browser;
    const [referrer, person] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    const codeOf = async ({ client }: Investor) =>
      expectStatus(await client.get<{ referralCode: string }>('/referrals'), 200).body.referralCode;
    const page = await browser.openAs(person, '/account/referral', PHONE);
    const field = page.getByLabel('Code de parrainage');
    await field.fill(await codeOf(person));
    await page.getByRole('button', { name: 'Indiquer ce code' }).click();
    await page.getByText('Ce code n’est pas celui d’une personne qui peut vous parrainer.').waitFor();
    await field.fill(await codeOf(referrer));
    await page.getByRole('button', { name: 'Indiquer ce code' }).click();
    await field.waitFor({ state: 'detached' });
  });
}
