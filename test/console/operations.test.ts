// Operations in a browser: payments with their attempts, notifications and their replay, jobs and their retry, the audit log.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import type { Locator } from 'playwright-core';
import { centsOf } from '../../src/core/cents.ts';
import { migrateJobs } from '../../src/core/jobs/migrate.ts';
import { jobs } from '../../src/worker.ts';
import { verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { fundedProperty } from '../support/funding-actors.ts';
import { onlyInTheBooks } from '../support/money-states.ts';
import { notify, silently, waitingInvestor } from '../support/notifications.ts';
import { buyerOfBricks, orderTransferFault } from '../support/payers.ts';
import { PLANTED } from '../support/planted-violations.ts';
import { scheduledProperty } from '../support/scheduled-property.ts';
import { expectStatus } from '../support/world.ts';

const CODES = 'send-mfa-code';
const SCHEDULES = '/administration/property/payment-schedule';

await describePages('Operations', (browser) => {
  testsOfPayments(browser);
  testsOfNotifications(browser);
  testsOfJobs(browser);
  testsOfTheLog(browser);
  testOfActions(browser);
  testsOfTheBooks(browser);
  testOfUnknownMovements(browser);
  testsOfMoneyTakenBack(browser);
  testOfInvoices(browser);
  testsOfTheService(browser);
});

function testsOfPayments(browser: ConsoleBrowser): void {
  it('says what would stand in each tab', async () => {
    const page = await browser.open('/console/operations');
    await page.getByText('Aucun paiement', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/operations/payments');
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByText('Aucune notification').waitFor();
    await page.getByRole('link', { name: 'Tâches' }).click();
    await page.getByText('Aucune tâche en échec').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Journal' }).click();
    // It has the making of the administrator.
    await page.getByRole('table', { name: 'Journal' }).getByText('command-line').waitFor();
    await page.goto(`${browser.world.url}/console/operations/audit?kind=JOB_RETRY`);
    await page.getByText('Aucune action').waitFor();
  });

  it('lists payments by state and age, and shows the attempts and postings of one', async () => {
    const refused = await buyerOfBricks(browser.world);
    await orderTransferFault(browser.world, 'error-in-200');
    expectStatus(await refused.ask(), 201);
    const pending = await buyerOfBricks(browser.world);
    const isFailed = async () => (await statesOf(browser, refused.customerId)).includes('failed');
    await browser.world.until(isFailed, 'the refusal');
    await orderTransferFault(browser.world, 'pending');
    expectStatus(await pending.ask(), 201);
    await browser.world.until(async () => (await statesOf(browser, pending.customerId)).includes('sent'), 'the call');
    const page = await browser.open('/console/operations/payments');
    const table = page.getByRole('table', { name: 'Paiements' });
    await table.getByText('Refusé', { exact: true }).waitFor();
    await browser.assertAccessible(page);
    const states = page.getByRole('navigation', { name: 'Filtrer par état' });
    await states.getByRole('link', { name: 'Envoyé' }).click();
    await page.waitForURL(/status=sent/);
    await browser.world.until(async () => (await table.getByRole('row').count()) === 2, 'the sent payment alone');
    await table.getByText('la confirmation du prestataire').waitFor();
    await table.getByRole('link', { name: 'Achat de briques' }).click();
    await page.getByRole('heading', { level: 1, name: /^Achat de briques de 19,00/ }).waitFor();
    await page.getByText(/En attente de confirmation du prestataire/).waitFor();
    await page.getByLabel('Nouvelle note').fill('Vu avec le prestataire');
    await page.getByRole('button', { name: 'Noter' }).click();
    await page.locator('.notes li').filter({ hasText: 'Vu avec le prestataire' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Envoi au prestataire' }).getByText('en attente').waitFor();
    await page.getByRole('table', { name: 'Écritures' }).getByText('Réservation').first().waitFor();
    await browser.assertAccessible(page);
    await page.goBack();
    await states.getByRole('link', { name: 'Refusé' }).click();
    await table.getByRole('link', { name: 'Achat de briques' }).click();
    await page.getByText(/Le prestataire a refusé le paiement/).waitFor();
    await page.getByText('Détail technique').click();
    await page.getByText(/^rejected: transfer/).waitFor();
    await page.getByText('Libération').first().waitFor();
    await page.goBack();
    await states.getByRole('link', { name: 'Tous', exact: true }).click();
    await page.getByRole('link', { name: 'Plus d’un jour' }).click();
    await page.getByText('Aucun paiement', { exact: true }).waitFor();
  });

  it('says that there is no such payment', async () => {
    const page = await browser.open('/console/operations/payments?id=9b2f7c1e-5d3a-4c86-8f10-2a6b4e9d7c35');
    await page.getByText('not-found', { exact: true }).waitFor();
  });
}

async function statesOf(browser: ConsoleBrowser, customerId: string): Promise<string[]> {
  const answer = await browser.administrator.client.get<{ items: { status: string }[] }>(
    `/administration/payments?customerId=${customerId}`,
  );
  return expectStatus(answer, 200).body.items.map(({ status }) => status);
}

function testsOfNotifications(browser: ConsoleBrowser): void {
  it('shows the payload of one that failed, and replays it', async () => {
    const { world } = browser;
    const { customerId } = await waitingInvestor(world);
    await silently(world, () => world.control('PUT', `/accounts/${customerId}/status`, { status: 6 }));
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 3 });
    expectStatus(await notify(world, 'customer-status-changed', { ExtId: customerId, IntId: '42', Status: '6' }), 500);
    await world.control('DELETE', '/faults');
    const page = await browser.open('/console/operations/notifications?state=failed');
    await page.getByRole('table', { name: 'Notifications' }).getByRole('link', { name: 'Statut d’un compte' }).click();
    await page.getByRole('region', { name: 'Contenu' }).getByText('Valeur exacte').click();
    await page.getByRole('region', { name: 'Contenu' }).getByText(customerId).waitFor();
    await page.getByText('internal-error').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Rejouer la notification' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rejouer la notification' });
    await dialog.getByText(/rien n’est fait deux fois/).waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Rejouer la notification' }).click();
    await dialog.getByText('La notification est traitée.').waitFor();
    await dialog.locator('footer').getByRole('button', { name: 'Fermer' }).click();
    await page.getByText('Traitée', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Rejouée par' }).waitFor();
    await page.getByText(browser.administrator.email).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Rejouer la notification' }).count(), 0);
  });
}

function testsOfJobs(browser: ConsoleBrowser): void {
  it('shows what failed and why, and retries it', async () => {
    const { world } = browser;
    // Twelve retries take an hour: here the mail of a code fails for good at once.
    const codes = jobs.filter(({ name }) => name === CODES).map((job) => ({ ...job, retryLimit: 0 }));
    await migrateJobs(world.environment.DATABASE_URL ?? '', codes);
    const person = await verifiedInvestor(world);
    await world.control('POST', '/faults', { route: 'SMTP /smtp', mode: 'http-500', times: 1 });
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
    const failed = async () =>
      (await browser.administrator.client.get<{ items: object[] }>(`/administration/jobs?queue=${CODES}&state=failed`)).body
        .items;
    await world.until(async () => (await failed()).length > 0, 'the mail to have failed');
    const page = await browser.open('/console/operations/jobs');
    await page.getByRole('table', { name: 'Tâches' }).getByRole('link', { name: 'Envoi d’un code de confirmation' }).click();
    const about = page.getByRole('region', { name: 'Données de la tâche' });
    await about.getByText('Valeur exacte').click();
    await about.getByText(person.customerId).waitFor();
    const today = await browser.open('/console/today?kind=job-failed', { own: true });
    await today.clock.install();
    await today.reload();
    await today
      .getByRole('button', { name: /^Relancer la tâche, Envoi d’un code de confirmation, / })
      .first()
      .click();
    const still = today.getByRole('dialog', { name: 'Relancer la tâche' });
    await still.getByText(/^Envoi d’un code de confirmation, /).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Relancer la tâche' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Relancer la tâche' }).click();
    await dialog.getByText(/La tâche est relancée/).waitFor();
    // Today is read again meanwhile, without the job: its dialog stays, and what it says.
    await Promise.all([today.waitForResponse(/administration\/today/), today.clock.fastForward(61_000)]);
    await still.getByRole('button', { name: 'Relancer la tâche' }).click();
    await still.getByRole('alert').waitFor();
    await still.getByRole('button', { name: 'Annuler' }).click();
    await today.getByText('Tout est traité').waitFor();
  });
}

function testsOfTheLog(browser: ConsoleBrowser): void {
  it('finds audit rows, by kind, address and day', async () => {
    const page = await browser.open('/console/operations/audit');
    const table = page.getByRole('table', { name: 'Journal' });
    await table.getByText('Notification rejouée').waitFor();
    await browser.assertAccessible(page);
    const filters = page.getByRole('form', { name: 'Filtrer le journal' });
    await filters.getByLabel('Action').selectOption({ label: 'Notification rejouée' });
    await filters.getByLabel('Adresse de l’administrateur').fill(browser.administrator.email);
    await filters.getByRole('button', { name: 'Filtrer' }).click();
    await page.waitForURL(/kind=PROVIDER_EVENT_REPLAY/);
    await browser.world.until(async () => (await table.getByRole('row').count()) === 2, 'one row and its head');
    await table.getByRole('link', { name: 'Statut d’un compte' }).click();
    await page.getByRole('heading', { level: 1, name: 'Statut d’un compte' }).waitFor();
    await page.goBack();
    const days = page.getByRole('search', { name: 'Période' });
    await days.getByLabel('Au').fill('2020-01-01');
    await page.getByText('Rien dans cette période').waitFor();
    await page.waitForURL(/kind=PROVIDER_EVENT_REPLAY.*to=2020-01-01/);
    await days.getByLabel('Du').fill('2020-01-02');
    await days.getByLabel('Du').blur();
    await page.getByText('Ce jour est avant le premier').waitFor();
    // The day that is wrong leaves the address, and the list follows what is left.
    await page.waitForURL(/from=2020-01-02/);
    assert.doesNotMatch(page.url(), /to=/);
    await table.getByText('Notification rejouée').waitFor();
    await days.getByRole('button', { name: 'Toutes les dates' }).click();
    await page.getByRole('link', { name: 'Tout afficher' }).click();
    await table.getByText('Notification rejouée').waitFor();
    const view = { width: 360, height: 740, colorScheme: 'dark' } as const;
    await browser.assertAccessible(await browser.open('/console/operations/audit', view));
  });
}

function testOfActions(browser: ConsoleBrowser): void {
  it('calls what was acted on by its name, which leads to its page', async () => {
    const { world, administrator } = browser;
    const { client } = administrator;
    const { propertyId, echeances } = await scheduledProperty(world, administrator);
    const echeance = echeances[2] ?? assert.fail('no third echeance');
    const { customerId } = await verifiedInvestor(world);
    expectStatus(await client.patch(`/administration/customers/${customerId}`, { canSeeRoyalty: false }), 200);
    const payment = {
      ...{ projectId: propertyId, amount: 12_345, date: '2026-02-05', payment: { kind: 'other', comment: 'Reçu ailleurs' } },
    };
    const created = await client.post<{ id: string }>(`${SCHEDULES}/payment-to-be-assigned`, payment);
    const { id: wireId } = expectStatus(created, 201).body;
    const fees = { propertyId, paymentId: echeance.id, comment: 'payés ailleurs' };
    expectStatus(await client.post(`${SCHEDULES}/management-fees/mark-as-executed`, fees), 201);
    const { name } = expectStatus(await client.get<{ name: string }>(`/administration/property/${propertyId}`), 200).body;
    const gone = { name: 'Les Disparus', investorContractType: 'obligation' };
    const { id: goneId } = expectStatus(await client.post<{ id: string }>('/administration/property', gone), 201).body;
    expectStatus(await client.delete(`/administration/property/${goneId}`), 200);

    const page = await browser.open(`/console/operations/audit?target=${goneId}`);
    const table = page.getByRole('table', { name: 'Journal' });
    await table.getByText('supprimé depuis').first().waitFor();
    await table.getByText('Les Disparus').first().waitFor();
    assert.equal(await table.getByRole('link').count(), 0);
    await page.goto(`${world.url}/console/operations/audit?target=${customerId}`);
    await table.getByText('Projets en royalties fermés à un compte', { exact: true }).waitFor();
    await page.goto(`${world.url}/console/operations/audit?target=${wireId}`);
    const facts = table.getByRole('definition');
    await facts.getByText('123,45 €').waitFor();
    await browser.assertAccessible(page);
    assert.equal(await table.getByText('{').count(), 0);
    await page.goto(`${world.url}/console/operations/audit?target=${propertyId}`);
    await facts.getByText(/^9,5\s%$/).waitFor();
    await table.getByText('Briques vendues').waitFor();
    const names = await table.getByRole('term').allTextContents();
    assert.deepEqual(
      names.filter((name) => /^[a-z]/.test(name)),
      [],
    );
    const places = [
      [customerId, 'Camille Durand', `/console/investors/${customerId}`],
      [wireId, /^Paiement de 123,45 € du 5 févr\. 2026, /, `/console/wires/${wireId}`],
      [echeance.id, `Échéance de mars 2026, ${name}`, `/console/properties/${propertyId}/schedule`],
    ] as const;
    for (const [id, called, path] of places) {
      await page.goto(`${world.url}/console/operations/audit?target=${id}`);
      await table.getByRole('link', { name: called }).click();
      await page.waitForURL((url) => url.pathname === path);
    }
    assert.equal(new URL(page.url()).search, '?month=2026-03');
    const asked = page.getByRole('table', { name: 'Échéances', exact: true }).getByText('mars 2026', { exact: true });
    await asked.waitFor();
    assert.equal(await asked.getAttribute('aria-current'), 'true');
    await browser.world.until(() => isOnScreen(asked), 'the month on the screen');
    await browser.assertAccessible(page);
  });
}

async function isOnScreen(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.y >= 0 && box.y < 900;
}

function testsOfTheBooks(browser: ConsoleBrowser): void {
  it('proves the books, rule by rule, and again when it is asked to', async () => {
    const { world } = browser;
    const page = await browser.open('/console/operations/proof');
    await page.getByText('Les livres sont prouvés').waitFor();
    const rules = page.getByRole('table', { name: 'Règles' });
    await rules.getByText('Chaque écriture est équilibrée').waitFor();
    await browser.assertAccessible(page);
    const { customerId } = await verifiedInvestor(world);
    await onlyInTheBooks(world, customerId, 700);
    await page.getByRole('button', { name: 'Lancer la preuve' }).click();
    await page.getByText('La preuve a échoué').waitFor();
    const lacking = page.getByRole('table', { name: 'Comptes qui diffèrent chez le prestataire' });
    await lacking.getByText('Manque chez le prestataire').waitFor();
    await lacking.getByText(/^7,00/).waitFor();
    await browser.assertAccessible(page);
    await world.runJob('provider-reconciliation');
    await page.getByRole('link', { name: 'Rapprochement' }).click();
    const open = page.getByRole('table', { name: 'Écarts avec le prestataire' });
    await open.getByText('Manque chez le prestataire').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Refermés' }).click();
    await page.getByText('Aucun écart', { exact: true }).waitFor();
  });

  it('takes the word that a payment which moved twice was dealt with', async () => {
    const { world } = browser;
    const page = await browser.open('/console/operations/incidents');
    await page.getByText('Aucun incident').waitFor();
    const movedTwice = PLANTED.find(({ invariant }) => invariant === 'payments-move-once') ?? assert.fail('no such damage');
    await world.sql(movedTwice.plant);
    await page.getByRole('link', { name: 'Preuve' }).click();
    await page.getByText('partis une seconde fois, mouvement', { exact: false }).waitFor();
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /a second time|cents\b/);
    await page.getByRole('link', { name: 'Incidents' }).click();
    await page.getByRole('button', { name: 'Marquer résolu' }).click();
    const dialog = page.getByRole('dialog', { name: 'Marquer résolu' });
    const confirm = dialog.getByRole('button', { name: 'Marquer résolu' });
    assert.ok(await confirm.isDisabled());
    await dialog.getByLabel('Ce qui a été fait').fill('Mouvement inverse 4711 reçu');
    await browser.assertAccessible(page);
    await confirm.click();
    await dialog.getByText('L’incident est résolu.').waitFor();
    await dialog.locator('footer').getByRole('button', { name: 'Fermer' }).click();
    await page.getByText('Aucun incident').waitFor();
    await page.getByRole('link', { name: 'Résolus' }).click();
    await page.getByText('Mouvement inverse 4711 reçu').waitFor();
  });
}

function testOfUnknownMovements(browser: ConsoleBrowser): void {
  it('lists the movements that no book knows, page by page, and Today and the menu count them', async () => {
    const { world } = browser;
    const accountId = 'compte-de-personne';
    await world.control('POST', '/accounts', { accountId, kind: 'individual', status: 6, balanceCents: 0 });
    const credit = (cents: number) => world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 100_000 + cents });
    for (let cents = 1; cents <= 2; cents += 1) await credit(cents);
    // The provider dates by whole seconds: the two of the second page are earlier by more.
    await world.moveClock({ advance: 'PT1M' });
    for (let cents = 3; cents <= 51; cents += 1) await credit(cents);
    const { customerId } = await verifiedInvestor(world, { fundsCents: 50_000 });
    const transfer = { fromAccountId: customerId, toAccountId: accountId, amountCents: centsOf(2_345), comment: '' };
    assert.ok((await world.deps.payments.transfer({ ...transfer, reference: randomUUID() })).ok);
    await world.runJob('provider-reconciliation');
    const today = await browser.open('/console/today?kind=unknown-movement');
    const waiting = today.getByRole('table', { name: 'Ce qui attend' });
    await waiting.getByRole('link', { name: 'Mouvement inconnu' }).first().click();
    const table = today.getByRole('table', { name: 'Mouvements inconnus des livres' });
    await table.getByText(/^1\s000,51/).waitFor();
    // Elsewhere the numbers are there without Today having been opened.
    const page = await browser.open('/console/operations/reconciliation?list=movements');
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('button', { name: /^[1-9]\d* à traiter : Exploitation$/ }).waitFor();
    await page.getByText('Faire rendre le transfert').waitFor();
    const rows = page.getByRole('table', { name: 'Mouvements inconnus des livres' }).getByRole('row');
    await browser.world.until(async () => (await rows.count()) === 51, 'the first page and its head');
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Afficher la suite' }).click();
    await browser.world.until(async () => (await rows.count()) === 53, 'all movements and their head');
    await page.getByRole('link', { name: 'Écarts', exact: true }).click();
    await page.getByRole('link', { name: `Voir les mouvements de ${customerId}` }).click();
    await page.getByText('Seulement ceux du compte').waitFor();
    await rows.getByText(/^23,45/).waitFor();
    await browser.world.until(async () => (await rows.count()) === 2, 'one row and its head');
    await rows.getByRole('button', { name: 'Inscrire dans les livres' }).click();
    const booking = page.getByRole('dialog', { name: /^Inscrire 23,45/ });
    await booking.getByText('Camille Durand').waitFor();
    assert.equal(await booking.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth), 0, 'what it does can be read');
    await booking.getByRole('button', { name: 'Annuler' }).click();
    await rows.getByRole('link', { name: /./ }).first().click();
    await page.waitForURL(`**/console/investors/${customerId}/money`);
    await browser.assertAccessible(
      await browser.open('/console/operations/reconciliation?list=movements', { width: 360, height: 740, colorScheme: 'dark' }),
    );
  });
}

function testsOfMoneyTakenBack(browser: ConsoleBrowser): void {
  it('lists what a bank took back, and what was done about it', async () => {
    const { world } = browser;
    const page = await browser.open('/console/operations/charge-backs');
    await page.getByText('Aucun rejet à suivre').waitFor();
    const { customerId } = await verifiedInvestor(world);
    const moneyIn = await world.control<{ id: number }>('POST', `/accounts/${customerId}/credit`, { amountCents: 12_345 });
    await world.control('POST', '/chargebacks', { moneyInId: moneyIn.id });
    const { client } = browser.administrator;
    await world.until(
      async () => (await client.get<{ items: unknown[] }>('/administration/charge-backs?state=done')).body.items.length === 1,
      'the charge-back to be followed',
    );
    await page.getByRole('link', { name: 'Tous' }).click();
    const row = page.getByRole('table', { name: 'Rejets bancaires' }).getByRole('row', { name: /123,45/ });
    await row.waitFor();
    assert.equal(await row.getByText('Fait').count(), 2);
    await browser.assertAccessible(page);
    await row.getByRole('link', { name: 'Camille Durand' }).click();
    await page.waitForURL(`**/console/investors/${customerId}/money`);
  });
}

function testOfInvoices(browser: ConsoleBrowser): void {
  it('lists what was invoiced, by reason, and gives the file', async () => {
    const { propertyId } = await fundedProperty(browser.world, { mainCents: 5_000_000 });
    expectStatus(
      await browser.administrator.client.post(`/administration/property/${propertyId}/funding/transfer-funding-fees`),
      201,
    );
    const page = await browser.open('/console/operations/invoices', { width: 360, height: 740 });
    await browser.assertAccessible(page);
    const wide = await browser.open('/console/operations/invoices');
    const row = wide
      .getByRole('table', { name: 'Factures et avoirs' })
      .getByRole('row', { name: /Frais de collecte.*30[^0-9]000,00/ });
    await row.waitFor();
    await browser.assertAccessible(wide);
    const file = wide.waitForEvent('download');
    await row.getByRole('button', { name: /^PDF de / }).click();
    assert.match((await file).suggestedFilename(), /\.pdf$/);
    await wide.getByRole('link', { name: 'Frais de retrait' }).click();
    await wide.getByText('Aucune facture').waitFor();
  });
}

function testsOfTheService(browser: ConsoleBrowser): void {
  it('shows the settings as they run, and no secret', async () => {
    const page = await browser.open('/console/operations/settings');
    const table = page.getByRole('table', { name: 'Réglages' });
    await table
      .getByRole('row', { name: /DATABASE_URL/ })
      .getByText('Secret, défini')
      .first()
      .waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Retraits', exact: true }).click();
    await page.waitForURL(/subject=Withdrawals/);
    await table.getByText('DATABASE_URL').waitFor({ state: 'detached' });
    assert.ok((await table.getByRole('row').count()) > 1);
  });

  it('says what each setting means in the language of the reader', async () => {
    const page = await browser.open('/console/operations/settings?subject=Withdrawals');
    await page.getByText('Nombre de retraits gratuits sur douze mois glissants.').waitFor();
    await page.getByRole('button', { name: 'Compte' }).click();
    await page.getByRole('radio', { name: 'English' }).check();
    await page.getByText('Free withdrawals in rolling twelve months.').waitFor();
    assert.equal(await page.locator('.setting-meaning[lang]').count(), 0);
  });

  it('says how the service is', async () => {
    const page = await browser.open('/console/operations/health');
    await page.getByRole('row', { name: /^Base de données Fonctionne/ }).waitFor();
    await browser.assertAccessible(page);
  });
}
