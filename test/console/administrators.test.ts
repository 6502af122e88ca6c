// The page of administrators, the link of an invitation, and what roles show and do not allow on any page.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { openFunding, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { expectStatus } from '../support/world.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
const PHONE = { width: 360, height: 740 };

await describePages('administrators', (browser) => {
  testsOfInvitations(browser);
  testsOfThePage(browser);
  testsOfRoles(browser);
});

function testsOfInvitations(browser: ConsoleBrowser): void {
  it('an owner invites somebody, who chooses a name and a password by the link, and sees what their role opens', async () => {
    const { world } = browser;
    const email = 'nora@mortar.test';
    const page = await browser.open('/console/administrators');
    await page.getByRole('button', { name: 'Inviter' }).click();
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByRole('checkbox', { name: 'finances' }).check();
    await browser.assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Inviter' }).click();
    await page.getByRole('table', { name: 'Invitations en attente' }).getByText(email).waitFor();
    await browser.assertAccessible(page);

    const link = await world.until(
      async () => (await world.mails(email)).flatMap(({ text }) => /(\/console\/invitation#\S+)/.exec(text)?.[1] ?? [])[0],
      'the invitation',
    );
    const theirs = await browser.openSignedOut(link, PHONE);
    await theirs.getByRole('heading', { name: 'Bienvenue à la console' }).waitFor();
    assert.equal(new URL(theirs.url()).hash, '', 'the token does not stay in the address');
    await browser.assertAccessible(theirs);
    await theirs.getByLabel('Nom').fill('Nora Lenoir');
    await theirs.getByLabel('Mot de passe').fill('nora@mortar.test');
    await theirs.getByRole('button', { name: 'Entrer' }).click();
    await theirs.getByText('Ce mot de passe est trop courant').waitFor();
    await theirs.getByLabel('Mot de passe').fill('a long one of my own');
    await theirs.getByRole('button', { name: 'Entrer' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Aujourd’hui' }).waitFor();

    await page.reload();
    await rowOf(page, 'Nora Lenoir').getByText('finances').waitFor();
    await page.getByText('Aucune invitation en attente').waitFor();
  });

  it('a link without its end says so', async () => {
    const page = await browser.openSignedOut('/console/invitation');
    await page.getByText('Ce lien est incomplet').waitFor();
    await browser.assertAccessible(page);
  });
}

function testsOfThePage(browser: ConsoleBrowser): void {
  it('roles are changed, a person is signed out, and removed; the last owner cannot be', async () => {
    const { world } = browser;
    const person = await signInAdministrator(world, 'theo@mortar.test', ['support']);
    const page = await browser.open('/console/administrators', PHONE);
    const row = () => rowOf(page, person.email);
    await row().getByRole('button', { name: 'Rôles' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'audit' }).check();
    await dialog.getByRole('checkbox', { name: 'assistance' }).uncheck();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await row().getByText('audit', { exact: true }).waitFor();
    expectStatus(await person.client.get('/administration/payments'), 200);

    await row().getByRole('button', { name: 'Déconnecter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Déconnecter' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expectStatus(await person.client.get('/administration/me'), 401);

    await row().getByRole('button', { name: 'Retirer l’accès' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer l’accès' }).click();
    await row().getByText('Accès retiré').waitFor();
    await row().getByRole('button', { name: 'Inviter de nouveau' }).waitFor();

    const own = rowOf(page, browser.administrator.email);
    assert.ok(await own.getByRole('button', { name: 'Retirer l’accès' }).isDisabled());
    await own.getByRole('button', { name: 'Rôles' }).click();
    assert.ok(await page.getByRole('checkbox', { name: 'propriétaire' }).isDisabled());
    await page.getByText('C’est le dernier propriétaire').waitFor();
  });

  it('an auditor reads it, and is told why nothing can be done', async () => {
    const auditor = await signInAdministrator(browser.world, undefined, ['auditor']);
    const page = await browser.openAs(auditor, '/console/administrators');
    await page.getByText('Votre rôle (audit) ne permet pas de gérer les administrateurs').waitFor();
    const invite = page.getByRole('button', { name: 'Inviter', exact: true });
    assert.ok(await invite.isDisabled());
    assert.match((await invite.getAttribute('title')) ?? '', /Votre rôle \(audit\) ne permet pas cela/);
    await browser.assertAccessible(page);
  });
}

function testsOfRoles(browser: ConsoleBrowser): void {
  it('support sees investors alone, reads what its role shows, and freezes nobody', async () => {
    const { world } = browser;
    const investor = await verifiedInvestor(world);
    const support = await signInAdministrator(world, undefined, ['support']);
    const page = await browser.openAs(support, `/console/investors/${investor.customerId}`);
    await page.getByText('Votre rôle (assistance) ne permet pas cela : consulter les pièces d’identité').waitFor();
    assert.deepEqual(await rail(page).allInnerTexts(), ['Mortar', 'Aujourd’hui', 'Investisseurs']);
    assert.ok(await page.getByRole('button', { name: 'Geler le compte' }).isDisabled());
    await browser.assertAccessible(page);
    await page.goto(`${world.url}/console/payouts`);
    await page.getByRole('heading', { name: 'Cette page n’est pas ouverte à votre rôle' }).waitFor();
    await browser.assertAccessible(page);
  });

  it('projects sees a project without its money, which it does not ask for', async () => {
    const { world } = browser;
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const person = await signInAdministrator(world, undefined, ['projects']);
    const page = await browser.openAs(person, `/console/properties/${propertyId}`, PHONE);
    const asked: number[] = [];
    page.on('response', (response) => asked.push(response.status()));
    await page.getByRole('link', { name: 'Argent' }).click();
    await page.getByText('Votre rôle (projets) ne permet pas cela : consulter l’argent').waitFor();
    await browser.assertAccessible(page);
    assert.ok(!asked.includes(403), String(asked));
  });

  it('finance has all but the administrators; a role that is taken meanwhile leaves the menu', async () => {
    const { world, administrator } = browser;
    const person = await signInAdministrator(world, undefined, ['finance', 'compliance']);
    const page = await browser.openAs(person, '/console/payouts');
    await rail(page).filter({ hasText: 'Virements' }).waitFor();
    const taken = await administrator.client.patch(`/administration/administrators/${person.userId}/roles`, {
      take: ['finance'],
    });
    expectStatus(taken, 200);
    await page
      .getByRole('button', { name: 'Mois précédent' })
      .or(page.getByRole('link', { name: 'Mois précédent' }))
      .click();
    await page.getByRole('heading', { name: 'Cette page n’est pas ouverte à votre rôle' }).waitFor();
    assert.deepEqual(await rail(page).allInnerTexts(), ['Mortar', 'Aujourd’hui', 'Investisseurs']);
  });
}
