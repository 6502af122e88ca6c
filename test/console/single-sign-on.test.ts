// The console through a real identity provider, in a browser: in, out, and why not.

import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { freePort } from '../../scripts/embedded-postgres.ts';
import { describePages } from '../support/browser.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';

const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const provider = await startIdentityProvider(publicUrl);
after(() => provider.close());

await describePages(
  'the sign-in at the identity provider',
  (browser) => {
    it('leads there and back to the page that was asked for, and out of both', async () => {
      provider.people.set('ida', { email: 'ida@mortar.test', email_verified: true, name: 'Ida Martin', groups: ['bosses'] });
      const page = await browser.openSignedOut('/console/administrators');
      await browser.assertAccessible(page);
      await page.getByRole('link', { name: 'Compte Exemple SA' }).click();
      await page.getByLabel('Nom').fill('ida');
      await page.getByRole('button', { name: 'Entrer' }).click();
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
      await page.getByRole('link', { name: 'Compte Exemple SA' }).click();
      await page.getByLabel('Nom').fill('tom');
      await page.getByRole('button', { name: 'Entrer' }).click();
      await page.getByText('Votre compte n’est dans aucun groupe qui donne accès à la console').waitFor();
      assert.equal(new URL(page.url()).search, '?sign-in=no-role');
      await browser.assertAccessible(page);
    });

    it('asks for the code by mail of those who want one', async () => {
      const page = await browser.openSignedOut('/console?sign-in=code-needed');
      await page.getByLabel('Code reçu par e-mail').waitFor();
      await browser.assertAccessible(page);
    });
  },
  { settings: { ...provider.settings, PORT: String(port), OIDC_BUTTON: 'Compte Exemple SA' } },
);
