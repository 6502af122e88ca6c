// What every page of the console keeps to: where the keyboard goes on, what the browser calls a page, and what stands there on the way back.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { spvWithWallet } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { manyDrafts } from '../support/bulk-rows.ts';
import { expectStatus } from '../support/world.ts';

await describePages('the manners of the console', (browser) => {
  testsOfTheFocus(browser);
  testsOfTheWayBack(browser);
  testsOfNames(browser);
});

async function draft(browser: ConsoleBrowser, name: string): Promise<PropertyId> {
  const body = { name, investorContractType: 'obligation' };
  return expectStatus(await browser.administrator.client.post<{ id: PropertyId }>('/administration/property', body), 201).body.id;
}

/** Waits until the element that has the focus is this one. */
async function waitForFocus(browser: ConsoleBrowser, element: Locator): Promise<void> {
  await browser.world.until(() => element.evaluate((it) => it.matches(':focus')), `the focus on ${element}`);
}

const waitForTitle = (browser: ConsoleBrowser, page: Page, title: string) =>
  browser.world.until(async () => (await page.title()) === title, `the title ${title}`);
const scrolled = async (page: Page) => Number(await page.evaluate('scrollY'));

function testsOfTheFocus(browser: ConsoleBrowser): void {
  it('the button that opened a dialog has the focus again when it is closed', async () => {
    const page = await browser.open('/console/properties');
    const open = page.getByRole('button', { name: 'Nouveau projet' });
    for (const close of ['Annuler', 'Fermer']) {
      await open.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: close }).press('Enter');
      await waitForFocus(browser, open);
    }
    await open.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await waitForFocus(browser, open);
  });

  it('a button that ran has the focus again, and the page where it is gone', async () => {
    const id = await draft(browser, 'Les Hêtres');
    const page = await browser.open(`/console/properties/${id}/edit`);
    const save = page.getByRole('button', { name: 'Enregistrer la note' });
    await page.getByLabel('Texte de la note').fill('Relancer le notaire');
    await save.press('Enter');
    await page.getByText('La note est enregistrée.').waitFor();
    await page.getByLabel('Nom', { exact: true }).fill('Les Hêtres, Angers');
    await page.getByRole('button', { name: 'Enregistrer la fiche' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Les Hêtres, Angers' }).waitFor();
    await waitForFocus(browser, page.getByRole('main'));
  });
}

function testsOfTheWayBack(browser: ConsoleBrowser): void {
  it('back in a long list, its rows, its place and the link that was followed are there again', async () => {
    const { spvId } = await spvWithWallet(browser.world);
    await manyDrafts(browser.world, spvId, 60);
    const page = await browser.open('/console/properties?stage=draft');
    await page.getByRole('button', { name: 'Afficher la suite' }).click();
    await page.getByText(/^1\d\d lignes/).waitFor();
    const links = page.getByRole('row').getByRole('link');
    const rows = await links.count();
    const followed = links.nth(rows - 5);
    const name = (await followed.textContent()) ?? '';
    await followed.scrollIntoViewIfNeeded();
    const top = await scrolled(page);
    assert.ok(top > 1_000, `scrolled to ${top}`);
    await followed.press('Enter');
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    assert.equal(await scrolled(page), 0);
    await page.goBack();
    await browser.world.until(async () => Math.abs((await scrolled(page)) - top) < 2, 'the place of before');
    assert.equal(await links.count(), rows);
    await waitForFocus(browser, links.nth(rows - 5));
    assert.equal(new URL(page.url()).search, '?stage=draft');
  });

  it('the search of a list follows the search of the top bar', async () => {
    await draft(browser, 'Les Noyers');
    const page = await browser.open('/console/properties');
    await page.keyboard.press('/');
    await page.keyboard.type('noyers');
    await page.getByRole('option', { name: /^Projets/ }).click();
    await page.getByRole('link', { name: 'Les Noyers' }).waitFor();
    assert.equal(await page.getByLabel('Rechercher un projet').inputValue(), 'noyers');
  });
}

function testsOfNames(browser: ConsoleBrowser): void {
  it('the browser names the page and its tab', async () => {
    const page = await browser.open('/console/operations/audit');
    await waitForTitle(browser, page, 'Journal · Exploitation · Mortar');
    await page.getByRole('link', { name: 'Rapprochement' }).click();
    await waitForTitle(browser, page, 'Rapprochement · Exploitation · Mortar');
    const outside = await browser.openSignedOut('/console');
    await waitForTitle(browser, outside, 'Connexion à la console · Mortar');
  });

  it('each button of a list says what it is for', async () => {
    const { client } = browser.administrator;
    for (const lastname of ['Vasseur', 'Vidal']) {
      const body = { firstname: 'Ines', lastname, email: `${lastname.toLowerCase()}@porteur.test` };
      expectStatus(await client.post('/administration/project-owner', body), 201);
    }
    const page = await browser.open('/console/content/owners');
    await page.getByRole('button', { name: 'Modifier Ines Vasseur', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Supprimer Ines Vidal', exact: true }).waitFor();
    await browser.assertAccessible(page);
  });

  it('a CSV file says whose it is and what it holds', async () => {
    const id = await draft(browser, 'Les Bouleaux');
    expectStatus(
      await browser.administrator.client.patch(`/administration/property/${id}`, { name: 'Les Bouleaux, Nantes' }),
      200,
    );
    for (const [path, name] of [
      ['/console/properties', 'mortar-projets.csv'],
      [`/console/properties/${id}/trail`, `mortar-historique-${id.slice(0, 8)}.csv`],
      ['/console/operations/audit', 'mortar-journal.csv'],
    ] as const) {
      const page = await browser.open(path);
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Exporter en CSV' }).click();
      assert.equal((await file).suggestedFilename(), name);
    }
  });

  it('the form of a property is named by what it is, and none of its parts has that name', async () => {
    const page = await browser.open(`/console/properties/${await draft(browser, 'Les Peupliers')}/edit`);
    await page.getByRole('form', { name: 'Fiche du projet', exact: true }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Page du projet' }).waitFor();
    assert.equal(await page.getByLabel('Présentation', { exact: true }).count(), 0);
    assert.equal(await page.getByRole('heading', { name: 'Présentation', exact: true }).count(), 0);
    await browser.assertAccessible(page);
  });

  it('a month is named as the French write it', async () => {
    const page = await browser.open('/console/payouts/2026-10');
    await page.getByRole('heading', { level: 1, name: 'Versements d’octobre 2026' }).waitFor();
    await page.getByRole('link', { name: 'Mois précédent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Versements de septembre 2026' }).waitFor();
  });
}
