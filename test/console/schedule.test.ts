// The schedule in the console: its months, its simulator that the API computes, and what changes it.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openFunding, sellAndClose, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { lentProject, tellDefault } from '../support/lent-project.ts';
import { G1 } from '../support/schedule-actors.ts';
import { repaidProject, scheduledProperty } from '../support/scheduled-property.ts';
import { expectStatus } from '../support/world.ts';

await describePages('the schedule of a project', (browser) => {
  testsOfAStoredOne(browser);
  testsOfTakingBack(browser);
  testsOfTheDebits(browser);
  testsOfTheFees(browser);
  testsOfTheSimulator(browser);
  testsOfAPlan(browser);
  testsOfTheGiveUp(browser);
});

function testsOfAStoredOne(browser: ConsoleBrowser): void {
  it('shows the months as bars and as a table, and extends them after showing what changes', async () => {
    const { propertyId } = await scheduledProperty(browser.world, browser.administrator);
    const page = await browser.open(`/console/properties/${propertyId}/schedule`);
    const table = page.getByRole('table', { name: 'Échéances', exact: true });
    await table.getByRole('row', { name: /janvier 2026/ }).waitFor();
    assert.equal(await table.getByRole('row').count(), 13);
    await page.getByRole('img', { name: 'Échéances par mois' }).waitFor();
    await browser.assertAccessible(page);
    const duration = page.getByRole('slider', { name: /Nouvelle durée totale/ });
    await duration.focus();
    for (let month = 12; month < 15; month += 1) await page.keyboard.press('ArrowRight');
    const comparison = page.getByRole('table', { name: 'Avant et après' });
    await comparison.getByRole('row', { name: /Durée 12 mois 15 mois/ }).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Proroger à 15 mois' }).click();
    const dialog = page.getByRole('dialog', { name: 'Proroger l’échéancier ?' });
    await dialog.getByRole('button', { name: 'Proroger à 15 mois' }).click();
    await table.getByRole('row', { name: /^mars 2027/ }).waitFor();
  });

  it('an event is refused in words before it is stored, and stored once it may be', async () => {
    const { propertyId } = await scheduledProperty(browser.world, browser.administrator);
    const page = await browser.open(`/console/properties/${propertyId}/schedule`);
    await page.getByLabel('Date de l’événement').fill('2031-03-15');
    await page.getByLabel('Montant de l’événement').fill('10 000');
    await page.getByText('echeance-not-found', { exact: true }).waitFor();
    const store = page.getByRole('button', { name: /^Enregistrer : Remboursement anticipé/ });
    assert.equal(await store.isDisabled(), true);
    await browser.assertAccessible(page);
    await page.getByLabel('Date de l’événement').fill('2026-11-15');
    await page.getByRole('table', { name: 'Avant et après' }).waitFor();
    await store.click();
    const dialog = page.getByRole('dialog', { name: 'Événement de capital' });
    await dialog.getByRole('button', { name: /^Enregistrer : Remboursement anticipé, 10/ }).click();
    await dialog.getByText('C’est fait').waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('row', { name: /^novembre 2026.*10.000,00/ }).waitFor();
    assert.equal(await page.getByLabel('Montant de l’événement').inputValue(), '', 'not recorded again by the same button');
    await page.goto(`${browser.world.url}/console/operations/audit?target=${propertyId}`);
    await page
      .getByRole('definition')
      .getByText(/^10.000,00/)
      .waitFor();
    await page.getByText('remboursement anticipé', { exact: true }).waitFor();
  });

  it('recomputing is for one administrator, and says so', async () => {
    const { propertyId } = await scheduledProperty(browser.world, browser.administrator);
    const page = await browser.open(`/console/properties/${propertyId}/schedule`);
    await page.getByRole('button', { name: 'Recalculer…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Recalculer depuis/ })
      .click();
    await page.getByText('Votre compte n’a pas le droit de faire cela').waitFor();
  });
}

function testsOfTakingBack(browser: ConsoleBrowser): void {
  it('an event and a prorogation are taken back, and the schedule is as before', async () => {
    const { propertyId } = await scheduledProperty(browser.world, browser.administrator);
    const path = `/administration/property/${propertyId}/payment-schedule`;
    const event = { type: 'capitalRepaymentUnplanned', date: '2026-11-15', amount: 1_000_000 };
    const { client } = browser.administrator;
    expectStatus(await client.post(`${path}/capital-event`, { echeancePeriod: '2026-11', event }), 201);
    expectStatus(await client.post(`${path}/prorogation`, { durationInMonths: 14 }), 201);
    const page = await browser.open(`/console/properties/${propertyId}/schedule`);
    const table = page.getByRole('table', { name: 'Échéances', exact: true });
    await table.getByRole('row', { name: /^février 2027/ }).waitFor();
    await page.getByRole('button', { name: 'Annuler la prorogation' }).click();
    const prorogation = page.getByRole('dialog', { name: 'Annuler la prorogation ?' });
    await prorogation.getByText('De 14 mois, l’échéancier revient à 12 mois', { exact: false }).waitFor();
    await browser.assertAccessible(page);
    await prorogation.getByRole('button', { name: 'Annuler la prorogation' }).click();
    await table.getByRole('row', { name: /^février 2027/ }).waitFor({ state: 'detached' });
    const events = page.getByRole('list', { name: 'Événements de capital' });
    await events.getByText(/^Remboursement anticipé, 10.000,00/).waitFor();
    await events.getByRole('button', { name: 'Annuler l’événement' }).click();
    const removal = page.getByRole('dialog', { name: 'Annuler l’événement ?' });
    await removal.getByRole('button', { name: /^Annuler : Remboursement anticipé, 10.000,00/ }).click();
    await events.waitFor({ state: 'detached' });
    await browser.assertAccessible(page);
    await table.getByRole('row', { name: /^novembre 2026.*10.000,00/ }).waitFor({ state: 'detached' });
  });
}

function testsOfTheSimulator(browser: ConsoleBrowser): void {
  it('without one, sliders redraw the months and create it', async () => {
    const holders = [{ investor: await verifiedInvestor(browser.world), bricks: 1 }];
    const terms = { holders, mainCents: 0, escrowCents: 0, totalFundedCents: 10_000_000 };
    const { propertyId } = await repaidProject(browser.world, browser.administrator, terms);
    const page = await browser.open(`/console/properties/${propertyId}/schedule`);
    const table = page.getByRole('table', { name: 'Échéances simulées' });
    await table.getByRole('row').nth(12).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('slider', { name: /^Durée/ }).fill('6');
    await table.getByRole('row').nth(7).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Créer l’échéancier' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Créer l’échéancier' }).click();
    await page.getByRole('heading', { name: 'Conditions de l’échéancier' }).waitFor();
    const stored = page.getByRole('table', { name: 'Échéances', exact: true });
    await browser.world.until(async () => (await stored.getByRole('row').count()) === 7, '6 rows and their head');
  });
}

function testsOfAPlan(browser: ConsoleBrowser): void {
  it('begins with what was collected, takes exact figures, and says in words what is refused', async () => {
    const { world, administrator } = browser;
    const { propertyId } = await openFunding(world, { bricks: 12, contract: { minBricks: 6 } });
    await sellAndClose(world, { propertyId, brickPriceCents: 1_000 }, [{ investor: await verifiedInvestor(world), bricks: 10 }]);
    const page = await browser.open(`/console/properties/${propertyId}/schedule`);
    await page.getByText(/^Sur 100,00\s€ collectés\.$/).waitFor();
    const lent = page.getByRole('textbox', { name: 'Capital prêté au départ : valeur exacte' });
    assert.equal(await lent.inputValue(), '100,00');
    await lent.fill('120');
    await page.getByText('initial-capital-loaned-is-greater-than-total-funded-amount', { exact: true }).first().waitFor();
    await lent.fill('99,50');
    await page.getByRole('textbox', { name: 'Taux annuel : valeur exacte' }).fill('9,37');
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Créer l’échéancier' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Créer l’échéancier' }).click();
    await page.getByRole('heading', { name: 'Conditions de l’échéancier' }).waitFor();
    const path = `/administration/property/${propertyId}/payment-schedule`;
    const { body } = await administrator.client.get<{
      config: { totalFundedAmount: number; initialCapitalLoaned: { amount: number }; annualInterestPercentage: number };
    }>(path);
    const { totalFundedAmount, initialCapitalLoaned, annualInterestPercentage } = body.config;
    assert.deepEqual([totalFundedAmount, initialCapitalLoaned.amount, annualInterestPercentage], [10_000, 9_950, 9.37]);
  });

  it('that the closing has changed waits on Today, and is confirmed or replaced', async () => {
    const { world, administrator } = browser;
    const { propertyId } = await openFunding(world, { bricks: 12, contract: { minBricks: 6 } });
    const echeancierConfig = {
      ...G1,
      ...{ totalFundedAmount: 12_000, initialCapitalLoaned: { date: '2026-01-01', amount: 12_000 }, interestSequestre: 0 },
    };
    const plan = { propertyId, echeancierConfig, totalConstructionBudget: 0 };
    expectStatus(await administrator.client.post('/administration/property/payment-schedule/v2', plan), 201);
    await sellAndClose(world, { propertyId, brickPriceCents: 1_000 }, [{ investor: await verifiedInvestor(world), bricks: 10 }]);
    const page = await browser.open('/console/today?kind=schedule-to-decide');
    await page
      .getByRole('link', { name: /^Échéancier à confirmer/ })
      .and(page.locator(`[href*="${propertyId}"]`))
      .click();
    await page.getByText(/^100,00\s€ collectés, 120,00\s€ prévus\.$/).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Remplacer l’échéancier…' }).click();
    await page.getByRole('textbox', { name: 'Durée : valeur exacte' }).fill('6');
    await page.getByRole('table', { name: 'Échéances simulées' }).getByRole('row').nth(7).waitFor({ state: 'detached' });
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Remplacer l’échéancier', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remplacer l’échéancier' }).click();
    await page.getByText(/^100,00\s€ collectés/).waitFor({ state: 'detached' });
    const table = page.getByRole('table', { name: 'Échéances', exact: true });
    await world.until(async () => (await table.getByRole('row').count()) === 7, '6 rows and their head');
  });
}

function testsOfTheDebits(browser: ConsoleBrowser): void {
  it('a month is debited from the owner, and taken back before it leaves', async () => {
    const { world, administrator } = browser;
    const { propertyId, accountId } = await scheduledProperty(world, administrator);
    const mandate = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
    const { id } = await world.control<{ id: number }>('POST', `/accounts/${accountId}/mandates`, mandate);
    const mode = { paymentMode: 'directDebit', providerMandateId: id };
    expectStatus(await administrator.client.put(`/administration/property/${propertyId}/echeancier/payment-mode`, mode), 200);
    const page = await browser.open(`/console/properties/${propertyId}/schedule`);
    const month = page.getByRole('table', { name: 'Échéances', exact: true }).getByRole('row', { name: /^décembre 2026/ });
    await browser.assertAccessible(page);
    const order = /^Prélever .* pour décembre 2026$/;
    await month.getByRole('button', { name: order }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: order }).click();
    await dialog.getByText(/^Le prélèvement est programmé pour le/).waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await month.getByText(/^programmé · /).waitFor();
    await browser.assertAccessible(page);
    await month.getByRole('button', { name: 'Annuler' }).click();
    await dialog.getByText('Le prélèvement de décembre 2026 ne partira pas').waitFor();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await month.getByText(/^annulé · /).waitFor();
    await month.getByRole('button', { name: order }).waitFor();
  });
}

function testsOfTheFees(browser: ConsoleBrowser): void {
  it('Today leads to a fee, which is taken; another one is recorded as paid', async () => {
    // Enough for the fee beside the interest of the year, which the holders are owed.
    const { propertyId } = await scheduledProperty(browser.world, browser.administrator, { mainCents: 1_000_000 });
    const page = await browser.open('/console/today?kind=management-fee');
    const waiting = page.getByRole('link', { name: /^Frais de gestion à prélever janvier 2026/ });
    await waiting.and(page.locator(`[href*="${propertyId}"]`)).click();
    const fees = page.getByRole('table', { name: 'Frais de gestion' });
    await fees.getByRole('row', { name: /^janvier 2026 .* 100,00\s€ à prélever/ }).waitFor();
    await fees.getByRole('row', { name: /^décembre 2026 .* à venir/ }).waitFor();
    await browser.assertAccessible(page);
    const take = /^Prélever 100,00\s€ de frais de janvier 2026$/;
    await page.getByRole('button', { name: take }).click();
    const dialog = page.getByRole('dialog', { name: 'Prélever les frais de gestion' });
    await dialog.getByText('Mortar, compte principal').waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: take }).click();
    await dialog.getByText('C’est fait').waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await fees.getByRole('row', { name: /^janvier 2026 .* réglés/ }).waitFor();
    await page.getByText('Frais de février 2026 payés autrement').click();
    const mark = page.getByRole('button', { name: /^Noter 100,0\d\s€ de frais de février 2026 payés$/ });
    assert.ok(await mark.isDisabled());
    await page.getByRole('textbox', { name: 'Comment ils ont été payés' }).first().fill('Chèque remis en mains propres');
    await browser.assertAccessible(page);
    await mark.click();
    const other = page.getByRole('dialog', { name: 'Noter des frais de gestion payés' });
    await other.getByText('le porteur ne doit plus ces frais', { exact: false }).waitFor();
    await other.getByRole('button', { name: /^Noter/ }).click();
    await other.getByText('Les frais sont notés payés').waitFor();
    await other.getByRole('button', { name: 'Fermer' }).click();
    await fees.getByRole('row', { name: /^février 2026 .* réglés .*Chèque remis en mains propres/ }).waitFor();
  });
}

function testsOfTheGiveUp(browser: ConsoleBrowser): void {
  it('a project in default is given up with a reason, and that is taken back', async () => {
    const { world, administrator } = browser;
    const holders = [{ investor: await verifiedInvestor(world), bricks: 4 }];
    const own = await lentProject(world, administrator, { holders });
    const open = () => browser.open(`/console/properties/${own.propertyId}/schedule`);
    const title = 'Abandonner le recouvrement';
    await (await open()).getByRole('heading', { name: 'Modifier l’échéancier' }).waitFor();
    await tellDefault(world, own, 'default');
    const page = await open();
    const give = page.getByRole('button', { name: /^Abandonner 10.*224,00/ });
    await give.waitFor();
    assert.equal(await give.isDisabled(), true);
    await page.getByLabel('Motif').fill('Liquidation du porteur');
    await browser.assertAccessible(page);
    await give.click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText(/10.000,00.* de capital et .*224,00.* de mensualités/).waitFor();
    await dialog.getByRole('button', { name: /^Abandonner 10/ }).click();
    await dialog.getByText(/Perte en capital des porteurs de briques : 10.000,00/).waitFor();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('heading', { name: /^Recouvrement abandonné le/ }).waitFor();
    await browser.assertAccessible(page);
    await page.getByLabel('Motif').fill('Erreur de dossier');
    await page.getByRole('button', { name: 'Reprendre le recouvrement' }).click();
    const question = page.getByRole('dialog', { name: 'Reprendre le recouvrement ?' });
    await question.getByRole('button', { name: 'Reprendre le recouvrement' }).click();
    await question.getByText('Le recouvrement est repris').waitFor();
    await question.getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('heading', { name: title }).waitFor();
  });
}
