// The simulator in a real browser: from a project on a phone, without an account and without script, and at the own rate of who is signed in.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { administratorOf, openFunding, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { expectStatus } from '../support/world.ts';

const PHONE = { width: 360, height: 740 } as const;

await describePages('the simulator', testsOfSimulating);

async function assertFits(page: Page): Promise<void> {
  const [inside, whole] = [await page.evaluate('innerWidth'), await page.evaluate('document.documentElement.scrollWidth')];
  assert.ok(Number(whole) <= Number(inside), `${page.url()} is ${whole} wide on a screen of ${inside}`);
}

function testsOfSimulating(browser: ConsoleBrowser): void {
  let propertyId: PropertyId;
  before(async () => {
    const { world } = browser;
    await world.moveClock({ now: '2025-12-08T09:00:00Z' });
    ({ propertyId } = await openFunding(world, { bricks: 400, contractType: 'loan' }));
    const echeancierConfig = {
      ...{ totalFundedAmount: 400_000, initialCapitalLoaned: { date: '2026-01-01', amount: 400_000 } },
      ...{ durationInMonths: 12, annualInterestPercentage: 12, managementFeesPercentage: 1.2 },
      ...{ spvCountry: 'France', interestSequestre: 0, events: [] },
    };
    const { client } = await administratorOf(world);
    const schedule = { propertyId, echeancierConfig, totalConstructionBudget: 0 };
    expectStatus(await client.post('/administration/property/payment-schedule/v2', schedule), 201);
  });

  it('common amounts, none beyond the whole project, are read without script', async () => {
    const page = await browser.openSignedOut(`/projects/${propertyId}`, { ...PHONE, hasScript: false });
    const amounts = await page.getByRole('navigation', { name: 'Simuler un montant' }).getByRole('link').allInnerTexts();
    assert.deepEqual(
      amounts.map((text) => text.replaceAll(/\s/g, ' ')),
      ['100 €', '500 €', '1 000 €'],
    );
    await page.getByRole('link', { name: /^500\s€$/ }).click();
    await page.getByRole('heading', { name: /^50 briques pour 500,00\s€$/ }).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
    await assertFits(page);
  });

  for (const view of [PHONE, { width: 1_440, height: 900, colorScheme: 'dark' }] as const)
    it(`from a project to its months, late and in default: ${JSON.stringify(view)}`, async () => {
      const page = await browser.openSignedOut(`/projects/${propertyId}`, view);
      await page.getByRole('textbox', { name: 'Montant' }).fill('300');
      await page.getByRole('button', { name: 'Simuler' }).click();
      await page.getByRole('heading', { name: /^30 briques pour 300,00\s€$/ }).waitFor();
      await page.getByText(/^Impôts au taux usuel d’un particulier : 31,4\s%/).waitFor();
      // 3.00 of interest a month, 0.94 of taxes; default: six months of 2.06.
      await page
        .getByText(/^324,72\s€$/)
        .first()
        .waitFor();
      await page.getByText(/^12,36\s€$/).waitFor();
      await page.getByRole('main').getByText('Investir comporte un risque de perte').waitFor();
      await assertFits(page);
      await browser.assertAccessible(page);
    });

  it('says what is wrong with an amount, and keeps it', async () => {
    const page = await browser.openSignedOut(`/simulator?project=${propertyId}&amount=3`, PHONE);
    await page.getByText('Le montant doit suffire pour une brique, sans dépasser le projet entier.').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Montant' }).inputValue(), '3');
    await page.getByRole('textbox', { name: 'Montant' }).fill('beaucoup');
    await page.getByRole('button', { name: 'Simuler' }).click();
    await page.getByText('Écrivez un montant en euros, comme 500.').waitFor();
    await browser.assertAccessible(page);
  });

  it('of one brick speaks of one', async () => {
    const page = await browser.openSignedOut(`/simulator?project=${propertyId}&amount=10`, PHONE);
    await page.getByRole('heading', { name: /^1 brique pour 10,00\s€$/ }).waitFor();
  });

  testsOfWho(browser, () => propertyId);
}

function testsOfWho(browser: ConsoleBrowser, project: () => PropertyId): void {
  it('is at the own rate of who is signed in, and leads to these bricks', async () => {
    const investor = await verifiedInvestor(browser.world);
    const page = await browser.openAs(investor, `/simulator?project=${project()}&amount=300`, PHONE);
    await page.getByText(/^Impôts à votre taux : 31,4\s%\.$/).waitFor();
    assert.equal(await page.locator('.main-tabs [aria-current]').getAttribute('href'), '/projects');
    await page.getByRole('link', { name: /^Investir 300,00\s€$/ }).click();
    assert.equal(await page.getByLabel('Nombre de briques').inputValue(), '30');
  });

  it('of a project that is not shown does not exist', async () => {
    const page = await browser.openSignedOut('/simulator?project=00000000-0000-4000-8000-000000000000', PHONE);
    await page.getByText('Cette page n’existe pas').waitFor();
  });
}
