// The wires' pages as an operator uses them: suggestion, simulation, assignment, split, archive, another project, take back.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { ibanOf } from '../support/funding-actors.ts';
import { renameUnseen } from '../support/property-states.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { expectStatus } from '../support/world.ts';

/** What the first echeance of G-1 is due: interest and fee with VAT. */
const DUE_CENTS = 89_167;

async function wireOf(browser: ConsoleBrowser, to: ScheduledProperty, amountCents: number, comment: string): Promise<string> {
  const known = await idsOf(browser);
  await browser.world.control('POST', `/accounts/${to.accountId}/credit`, { amountCents, comment });
  await browser.world.runJob('incoming-wires');
  const id = (await idsOf(browser)).find((one) => !known.includes(one));
  return id ?? assert.fail('the wire was not picked up');
}

async function idsOf(browser: ConsoleBrowser): Promise<string[]> {
  const rows = await browser.world.sql<{ id: string }>('select id from received_payment');
  return rows.map(({ id }) => id);
}

/** Presses the button that moves money, and the one of its dialog; closes the dialog when it is done. */
async function moveMoney(browser: ConsoleBrowser, page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await browser.assertAccessible(page);
  await dialog.getByRole('button', { name: /^(Affecter|Scinder|Archiver|Reprendre|Renvoyer|Transférer|Créer|Prélever)/ }).click();
  await dialog.getByText(/C’est fait|En attente de confirmation du prestataire/).waitFor();
}

/** The outcome has one button of this name, and the focus. */
async function close(page: Page): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name: 'Fermer' });
  await button.and(page.locator(':focus')).waitFor();
  await button.click();
}

await describePages('the wires', (browser) => {
  testsOfTheInbox(browser);
  testsOfTheQueue(browser);
  testsOfOneWire(browser);
  testsOfSplits(browser);
  testsOfOtherWays(browser);
  testsOfArchived(browser);
  testOfDebitAccounts(browser);
});

/** By amount, both ways; then to days that have nothing, and back. */
async function ordersAndNarrows(browser: ConsoleBrowser, page: Page): Promise<void> {
  const inbox = page.getByRole('table', { name: 'À affecter' });
  for (const least of [true, false]) {
    await inbox.getByRole('button', { name: 'Montant' }).click();
    await page.waitForURL(least ? /sort=amount/ : /sort=-amount/);
    await inbox
      .getByRole('row')
      .nth(1)
      .getByText(least ? 'À voir' : '891,67')
      .first()
      .waitFor();
  }
  const days = page.getByRole('search', { name: 'Période' });
  await days.getByLabel('Au').fill('2020-01-01');
  await page.getByText('Rien dans cette période').waitFor();
  await savesFilters(browser, page);
  await days.getByRole('button', { name: 'Toutes les dates' }).click();
}

/** Keeps what the list is narrowed by, by keyboard; finds it on another machine, opens it and removes it there. */
async function savesFilters(browser: ConsoleBrowser, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enregistrer ce filtre' }).press('Enter');
  await page.getByLabel('Nom du filtre').fill('Avant 2020');
  await browser.assertAccessible(page);
  await page.keyboard.press('Enter');
  const filters = (on: Page) => on.getByRole('navigation', { name: 'Filtres enregistrés' });
  await filters(page).getByRole('link', { name: 'Avant 2020', exact: true }).and(page.locator('[aria-current]')).waitFor();
  const elsewhere = await browser.open('/console/wires');
  await filters(elsewhere).getByRole('link', { name: 'Avant 2020', exact: true }).press('Enter');
  await elsewhere.waitForURL(/to=2020-01-01/);
  await elsewhere.getByText('Rien dans cette période').waitFor();
  await browser.assertAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Enregistrer ce filtre' }).press('Enter');
  await elsewhere.getByLabel('Nom du filtre').fill('Avant 2020');
  await elsewhere.getByRole('button', { name: 'Remplacer' }).waitFor();
  await elsewhere.getByRole('button', { name: 'Annuler' }).press('Enter');
  // What was removed on one machine is gone on the other one too.
  for (const on of [elsewhere, page]) {
    await on.getByRole('button', { name: 'Retirer le filtre Avant 2020' }).press('Enter');
    await filters(on).waitFor({ state: 'detached' });
  }
}

/** Writes two notes, and takes one back. */
async function noteAndTakeBack(browser: ConsoleBrowser, page: Page): Promise<void> {
  for (const text of ['Le propriétaire a appelé', 'Deuxième note']) {
    await page.getByLabel('Nouvelle note').fill(text);
    await page.getByRole('button', { name: 'Noter' }).click();
    await page.locator('.notes li').filter({ hasText: text }).filter({ hasText: browser.administrator.email }).waitFor();
  }
  assert.equal(await page.getByLabel('Nouvelle note').inputValue(), '');
  await browser.assertAccessible(page);
  await page.getByRole('button', { name: 'Reprendre la note « Deuxième note »' }).click();
  await page.getByText('Note reprise').waitFor();
  assert.equal(await page.locator('.notes li').count(), 1);
}

function testsOfTheInbox(browser: ConsoleBrowser): void {
  it('says that nothing waits', async () => {
    const page = await browser.open('/console/wires');
    await page.getByText('Tout est affecté').waitFor();
    await page.getByText('Aucun paiement n’attend son échéance.').waitFor();
    await browser.assertAccessible(page);
  });

  it('lists what waits, and leads to the wire', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    await wireOf(browser, project, DUE_CENTS, 'Loyer janvier 2026');
    const page = await browser.open('/console/wires');
    await page.getByText(/^1 paiement attend son échéance : 891,67/).waitFor();
    // Today was not opened: the menu counts what waits by itself.
    await page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: /^Virements\s*1$/ })
      .waitFor();
    await page.getByRole('row').filter({ hasText: 'Loyer janvier 2026' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^Virement de 891,67/ }).waitFor();
    await noteAndTakeBack(browser, page);
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'Loyer janvier 2026' }).getByText('1 note').waitFor();
    await page.getByRole('link', { name: 'Affectés' }).click();
    await page.getByText('Rien ici pour le moment').waitFor();
    assert.equal(new URL(page.url()).search, '?state=assigned');
  });
}

function testsOfTheQueue(browser: ConsoleBrowser): void {
  it('assigns what is beyond doubt together, after one look, and searches', async () => {
    const { world, administrator } = browser;
    const [one, other] = [await scheduledProperty(world, administrator), await scheduledProperty(world, administrator)];
    const [first, second] = [
      await wireOf(browser, one, DUE_CENTS, 'Loyer A'),
      await wireOf(browser, other, DUE_CENTS, 'Loyer B'),
    ];
    await wireOf(browser, one, 4_321, 'À voir');
    const page = await browser.open('/console/wires');
    const inbox = page.getByRole('table', { name: 'À affecter' });
    await page.getByLabel('Montant, libellé, projet ou société').fill('43,21');
    await browser.world.until(async () => (await inbox.getByRole('row').count()) === 2, 'one row and its head');
    await inbox.getByText('À voir').waitFor();
    await page.getByLabel('Montant, libellé, projet ou société').fill('');
    await ordersAndNarrows(browser, page);
    await page.getByRole('link', { name: /^Affecter les \d+ suggestions sûres$/ }).click();
    const sheet = page.getByRole('table', { name: 'Suggestions sûres' });
    await sheet.getByRole('row').filter({ hasText: 'Loyer A' }).waitFor();
    await browser.assertAccessible(page);
    await sheet.getByRole('row').filter({ hasText: 'Loyer B' }).getByRole('checkbox').waitFor();
    for (const row of await sheet.getByRole('row').filter({ hasNotText: 'Loyer A' }).getByRole('checkbox').all())
      await row.uncheck();
    await moveMoney(browser, page, /^Affecter 1 paiement, 891,67/);
    await page.getByRole('dialog').getByText('Affectés : 1.').waitFor();
    await close(page);
    await sheet.getByRole('row').filter({ hasText: 'Loyer A' }).getByText('Affecté', { exact: true }).waitFor();
    const statusOf = async (id: string) =>
      (await world.sql<{ status: string }>('select status from received_payment where id = $1', [id]))[0]?.status;
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['assigned', 'waiting']);
  });

  it('after a wire the next one has the focus, so that Enter goes on', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const id = await wireOf(browser, project, DUE_CENTS, 'Loyer C');
    const page = await browser.open(`/console/wires/${id}?sort=-amount`);
    await page.getByRole('button', { name: /^Affecter 891,67/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Raccourcis clavier' }).waitFor();
    await browser.assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: /^Affecter/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Affecter/ }).waitFor();
    await page.keyboard.press('Space');
    await dialog.getByText('C’est fait').waitFor();
    await page.keyboard.press('Enter');
    const next = page.getByRole('link', { name: /^Virement suivant : / });
    await next.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== `/console/wires/${id}` && url.search === '?sort=-amount');
    await page.getByRole('heading', { level: 1, name: /^Virement de/ }).waitFor();
  });
}

function testsOfOneWire(browser: ConsoleBrowser): void {
  it('suggests the echeance, shows before and after, assigns, and takes it back', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const id = await wireOf(browser, project, DUE_CENTS, 'Loyer janvier 2026');
    const page = await browser.open(`/console/wires/${id}`);
    const best = page.getByRole('radio', { name: /Échéance 1 · janvier 2026 Suggérée/ });
    await best.waitFor();
    assert.ok(await best.isChecked());
    await page.getByText('montant égal au reste dû').first().waitFor();
    const compare = page.getByRole('table', { name: 'Avant et après' });
    await compare.getByRole('row', { name: /Statut impayée payée/ }).waitFor();
    await browser.assertAccessible(page);
    await moveMoney(browser, page, /^Affecter 891,67/);
    await close(page);
    await page.getByRole('heading', { name: 'Affectation', exact: true }).waitFor();
    assert.equal((await readEcheances(browser.administrator, project.propertyId))[0]?.status, 'paid');
    await page.getByText(`par ${browser.administrator.email}`).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: /^Reprendre 891,67/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/^.* \(à affecter\)$/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
    await moveMoney(browser, page, /^Reprendre 891,67/);
    await close(page);
    await page.getByRole('radio', { name: /Échéance 1 / }).waitFor();
    assert.equal((await readEcheances(browser.administrator, project.propertyId))[0]?.status, 'unpaid');
  });

  it('assigns to another echeance than the suggested one', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const id = await wireOf(browser, project, 50_000, 'Solde');
    const page = await browser.open(`/console/wires/${id}`);
    await page.getByLabel('Échéance', { exact: true }).selectOption({ index: 2 });
    await page.getByRole('row', { name: /Statut impayée payée en partie/ }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('echeance'), project.echeances[2]?.id);
    await moveMoney(browser, page, /^Affecter 500,00/);
    assert.equal((await readEcheances(browser.administrator, project.propertyId))[2]?.status, 'partiallyPaid');
  });

  it('says a refusal in words, with its code', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const id = await wireOf(browser, project, 50_000, 'Capital');
    const [echeance] = project.echeances;
    const page = await browser.open(`/console/wires/${id}?echeance=${echeance?.id}&for=capitalRepayment`);
    await page.getByText('capital-repayment-no-payment-due', { exact: true }).waitFor();
    await browser.assertAccessible(page);
  });

  it('says that there is no such payment', async () => {
    const page = await browser.open('/console/wires/9b2f7c1e-5d3a-4c86-8f10-2a6b4e9d7c35');
    await page.getByText('payment-to-be-assigned-not-found', { exact: true }).waitFor();
  });
}

function testOfDebitAccounts(browser: ConsoleBrowser): void {
  it('takes a payment from an account that is typed once, and chosen afterwards', async () => {
    const { propertyId } = await scheduledProperty(browser.world, browser.administrator);
    const account = { accountId: 'owner-erables', kind: 'legal', status: 6, balanceCents: 500_000 };
    await browser.world.control('POST', '/accounts', account);
    const page = await browser.open(`/console/wires/new-payment?project=${propertyId}`);
    await page.getByLabel('Compte débité').selectOption({ label: 'Un autre compte…' });
    await page.getByLabel('Identifiant de l’autre compte').fill('owner-erables');
    await page.getByLabel('Montant').fill('100,00');
    await page.getByLabel('Commentaire').fill('Loyer de janvier');
    await browser.assertAccessible(page);
    await moveMoney(browser, page, /^Créer un paiement de 100,00/);
    await page.reload();
    await page.getByLabel('Compte débité').selectOption('owner-erables');
    assert.equal(await page.getByLabel('Identifiant de l’autre compte').count(), 0);
  });
}

function testsOfSplits(browser: ConsoleBrowser): void {
  it('splits a wire in two, which lead to each other', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const id = await wireOf(browser, project, 150_000, 'Loyers');
    const page = await browser.open(`/console/wires/${id}`);
    await page.getByLabel('Montant de la première part').fill('891,67');
    await moveMoney(browser, page, /^Scinder en 891,67/);
    await page.getByRole('link', { name: 'Ouvrir l’enregistrement' }).click();
    await page.getByRole('heading', { level: 1, name: /^Virement de 608,33/ }).waitFor();
    await page.getByRole('heading', { name: 'Parts du même virement' }).waitFor();
    await page.getByText('Scindé', { exact: true }).waitFor();
    await browser.assertAccessible(page);
  });

  it('shows what the part that stays would pay once the wire is split', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const id = await wireOf(browser, project, 150_000, 'Loyers');
    const page = await browser.open(`/console/wires/${id}`);
    await page.getByText(/608,33.* de plus que ce qui est dû/).waitFor();
    await page.getByLabel('Montant de la première part').fill('891,67');
    await moveMoney(browser, page, /^Scinder en 891,67/);
    await close(page);
    await page.getByText(/891,67\s€ \+ 608,33\s€/).waitFor();
    await page.getByRole('row', { name: /^Trop-perçu 0,00\s€ 0,00\s€$/ }).waitFor();
    assert.equal(await page.getByLabel('Montant de la première part').inputValue(), '');
    assert.equal(await page.evaluate('document.activeElement?.id'), 'content');
    await page.getByRole('link', { name: /^Virements (?:[2-9]|\d\d)/ }).waitFor();
  });
}

function testsOfArchived(browser: ConsoleBrowser): void {
  it('takes an archive back, and returns the wire to its sender', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    await ibanOf(browser.world, project.accountId);
    const id = await wireOf(browser, project, 70_000, 'Viré par erreur');
    const page = await browser.open(`/console/wires/${id}`);
    await page.getByLabel('Motif de l’archivage').fill('Erreur');
    await moveMoney(browser, page, /^Archiver 700,00/);
    await close(page);
    await moveMoney(browser, page, /^Reprendre 700,00/);
    await close(page);
    await page.getByText('Archivage repris').waitFor();
    await page.getByLabel('Motif du renvoi').fill('À l’expéditeur');
    await browser.assertAccessible(page);
    await moveMoney(browser, page, /^Renvoyer 700,00/);
    await close(page);
    await page.getByText('Renvoi en cours').first().waitFor();
    await page.getByText('L’argent repart vers son expéditeur').waitFor();
    await page.getByRole('link', { name: 'Suivre le paiement' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Reprendre|Renvoyer)/ }).count(), 0);
    await browser.assertAccessible(page);
  });

  it('archives a wire as cover of what was received outside the provider', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const body = {
      projectId: project.propertyId,
      amount: 60_000,
      date: '2026-01-19',
      payment: { kind: 'other', comment: 'Chèque' },
    };
    const path = '/administration/property/payment-schedule/payment-to-be-assigned';
    expectStatus(await browser.administrator.client.post(path, body), 201);
    const id = await wireOf(browser, project, 60_000, 'Le chèque');
    const page = await browser.open(`/console/wires/${id}`);
    await page.getByLabel('Ce que devient l’argent').selectOption('cover');
    await page.getByLabel('Motif de l’archivage').fill('Le chèque, viré');
    await moveMoney(browser, page, /^Archiver 600,00/);
    await close(page);
    await page.getByRole('heading', { name: 'Archivage', exact: true }).waitFor();
    const purses = `/administration/property/${project.propertyId}/purses`;
    type Purses = { offProviderCents: number };
    assert.equal(expectStatus(await browser.administrator.client.get<Purses>(purses), 200).body.offProviderCents, 0);
  });
}

function testsOfOtherWays(browser: ConsoleBrowser): void {
  it('archives a wire with a reason, for which it waits', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const id = await wireOf(browser, project, 1_234_567_890, 'Erreur');
    const page = await browser.open(`/console/wires/${id}`);
    const archive = page.getByRole('button', { name: /^Archiver/ });
    await archive.waitFor();
    assert.ok(await archive.isDisabled());
    await page.getByLabel('Motif de l’archivage').fill('Virement reçu par erreur');
    await moveMoney(browser, page, /^Archiver 12.345/);
    await close(page);
    await page.getByRole('heading', { name: 'Archivage' }).waitFor();
    await page.getByText('Virement reçu par erreur').first().waitFor();
  });

  it('gives a wire to another project', async () => {
    const project = await scheduledProperty(browser.world, browser.administrator);
    const other = await scheduledProperty(browser.world, browser.administrator);
    await renameUnseen(browser.world, other.propertyId, 'Les Érables');
    const id = await wireOf(browser, project, 50_000, 'Loyer');
    const page = await browser.open(`/console/wires/${id}`);
    const choice = page.getByRole('combobox', { name: 'Nouveau projet' });
    await choice.fill('rable');
    await page.getByRole('option', { name: 'Les Érables' }).waitFor();
    await browser.assertAccessible(page);
    await page.keyboard.press('Enter');
    await moveMoney(browser, page, /^Transférer 500,00.*Les Érables/);
    await close(page);
    await page.getByRole('definition').filter({ hasText: 'Les Érables' }).waitFor();
    // It can be assigned there at once, and is offered no move to where it is.
    await page.getByRole('button', { name: /^Affecter 500,00.*Les Érables/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Transférer/ }).textContent(), 'Transférer');
    await page.getByText('Changé de projet').waitFor();
    assert.equal(await page.getByText(/reçu par/).count(), 0);
  });

  it('creates a payment by hand, and one of the escrow', async () => {
    const { propertyId } = await scheduledProperty(browser.world, browser.administrator);
    const page = await browser.open(`/console/wires/new-payment?project=${propertyId}`);
    await page.getByLabel('Comment l’argent arrive').selectOption('other');
    await page.getByLabel('Montant').fill('100,00');
    await page.getByLabel('Commentaire').fill('Chèque');
    await browser.assertAccessible(page);
    await moveMoney(browser, page, /^Créer un paiement de 100,00/);
    await page.getByRole('link', { name: 'Ouvrir l’enregistrement' }).click();
    await page.getByRole('heading', { level: 1, name: /^Paiement de 100,00/ }).waitFor();
    const escrow = await browser.open(`/console/wires/from-escrow?project=${propertyId}`);
    await escrow.getByText(/Il reste 2\s375,00\s€ au séquestre/).waitFor();
    await browser.assertAccessible(escrow);
    await moveMoney(browser, escrow, /^Prélever 791,67/);
    await escrow.getByRole('link', { name: 'Ouvrir l’enregistrement' }).click();
    await escrow.getByText('prélevé sur le séquestre pour elle').first().waitFor();
  });
}
