// The console through a real identity provider, in a browser: in, out, and why not.

import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { Page } from 'playwright-core';
import { freePort } from '../../scripts/embedded-postgres.ts';
import { signInAdministrator } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { sessionCode } from '../support/codes.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';

const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const provider = await startIdentityProvider(publicUrl);
after(() => provider.close());

const signInAt = async (page: Page, name: string) => {
  await page.getByRole('link', { name: 'Compte Exemple SA' }).click();
  await page.getByLabel('Nom').fill(name);
  await page.getByRole('button', { name: 'Entrer' }).click();
};

await describePages(
  'the sign-in at the identity provider',
  (browser) => {
    testsOfTheWay(browser);
    testsOfWhatIsBetween(browser);
  },
  { settings: { ...provider.settings, OIDC_MATCH_VERIFIED_EMAIL: 'true', PORT: String(port), OIDC_BUTTON: 'Compte Exemple SA' } },
);

function testsOfTheWay(browser: ConsoleBrowser): void {
  it('leads there and back to the page that was asked for, and out of both', async () => {
    provider.people.set('ida', { email: 'ida@mortar.test', email_verified: true, name: 'Ida Martin', groups: ['bosses'] });
    const page = await browser.openSignedOut('/console/administrators');
    await browser.assertAccessible(page);
    await signInAt(page, 'ida');
    await page.getByRole('heading', { level: 1, name: 'Administrateurs' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/administrators');
    await page.getByText('ida@mortar.test').first().waitFor();
    await page.getByRole('button', { name: 'Compte : Ida Martin' }).click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.waitForURL(`${provider.issuer}/session/end**`);
    await page.locator('button[value=yes]').click();
    await page.getByRole('heading', { name: 'Connexion à la console' }).waitFor();
    await page.getByRole('link', { name: 'Compte Exemple SA' }).click();
    await page.getByLabel('Nom').waitFor();
  });

  it('says in words why somebody is not let in', async () => {
    provider.people.set('tom', { email: 'tom@mortar.test', email_verified: true, groups: ['choir'] });
    const page = await browser.openSignedOut('/console');
    await signInAt(page, 'tom');
    await page.getByText('Votre compte n’est dans aucun groupe qui donne accès à la console').waitFor();
    assert.equal(new URL(page.url()).search, '?sign-in=no-role');
    await browser.assertAccessible(page);
  });
}

function testsOfWhatIsBetween(browser: ConsoleBrowser): void {
  it('asks for the code by mail of those who want one', async () => {
    const { email } = await signInAdministrator(browser.world, undefined, ['auditor']);
    // By SQL: to switch it on is a test of its own.
    await browser.world.sql(
      `with person as (update auth_user set "twoFactorEnabled" = true where email = $1 returning id)
       insert into auth_two_factor (secret, "backupCodes", "userId", verified, "failedVerificationCount") select $1, '', id, false, 0 from person`,
      [email],
    );
    provider.people.set('eve', { email, email_verified: true, groups: ['readers'] });
    const page = await browser.openSignedOut('/console');
    const code = await sessionCode(browser.world, email, () => signInAt(page, 'eve'));
    await page.getByText('Un code à six chiffres vient d’être envoyé').waitFor();
    await browser.assertAccessible(page);
    await page.getByLabel('Code reçu par e-mail').fill(code);
    await page.getByRole('button', { name: 'Valider le code' }).click();
    await page.getByRole('heading', { level: 1, name: 'Aujourd’hui' }).waitFor();
  });

  it('over a page whose session has ended it has a tab of its own, and what was typed stays', async () => {
    provider.people.set('ann', { email: 'ann@mortar.test', email_verified: true, groups: ['bosses'] });
    const page = await browser.openSignedOut('/console/content/owners');
    await signInAt(page, 'ann');
    await page.getByRole('button', { name: 'Nouveau porteur' }).click();
    await page.getByRole('dialog', { name: 'Nouveau porteur' }).getByLabel('Prénom').fill('Inès');
    await page.context().clearCookies();
    const form = page.getByRole('dialog', { name: 'Nouveau porteur' });
    await form.getByLabel('Nom de famille').fill('Caron');
    await form.getByLabel('Adresse e-mail').fill('ines.caron@mortar.test');
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    const ended = page.getByRole('dialog', { name: 'Votre session a pris fin' });
    await ended.waitFor();
    await browser.assertAccessible(page);
    const opening = page.context().waitForEvent('page');
    await ended.getByRole('link', { name: 'Compte Exemple SA' }).click();
    const tab = await opening;
    await tab.getByLabel('Nom').fill('ann');
    await tab.getByRole('button', { name: 'Entrer' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Aujourd’hui' }).waitFor();
    await tab.close();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await ended.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Prénom').inputValue(), 'Inès');
  });
}
