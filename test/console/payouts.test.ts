// The payouts' page as an operator uses it: a month, its holders, refusals, the tax.

import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Investor, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { ibanOf } from '../support/funding-actors.ts';
import { scheduledProperty } from '../support/scheduled-property.ts';
import { expectStatus } from '../support/world.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

/** Coupons of 100 EUR for each holder's brick, distributed on the payout day of a month; some of the holders are blocked. */
async function distributed(
  browser: ConsoleBrowser,
  month: string,
  holders: readonly Investor[],
  blocked: readonly Investor[],
): Promise<void> {
  const { world, administrator: admin } = browser;
  await world.moveClock({ now: `${month}-09T10:00:00Z` });
  const own = await scheduledProperty(world, admin, { holders: holders.map((investor) => ({ investor, bricks: 1 })) });
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: 10_000 * holders.length });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: string }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ spvId }) => spvId === own.spvId)?.id;
  const assignment = { wireToBeAssignedId, paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
  for (const { customerId } of blocked) await world.control('PUT', `/accounts/${customerId}/blocked`, { blocked: true });
  await world.moveClock({ now: `${month}-10T06:00:00Z` });
  await world.runJob('coupon-payout');
  await world.runJob('wallet-transactions');
  await world.until(async () => {
    const open = await world.sql("select from payout_line where status = 'waiting'");
    return open.length === 0;
  }, 'the payouts to end');
}

const close = (page: Page) => page.getByRole('dialog').locator('footer').getByRole('button', { name: 'Fermer' }).click();

async function confirm(browser: ConsoleBrowser, page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await browser.assertAccessible(page);
  await dialog.getByRole('button', { name }).click();
  await dialog.getByText(/C’est fait|En attente de confirmation du prestataire/).waitFor();
  await close(page);
}

await describePages('the payouts', (browser) => {
  it('says that nothing was paid in a month, and leads to others', async () => {
    const page = await browser.open('/console/payouts/2026-01');
    await page.getByRole('heading', { level: 1, name: 'Versements de janvier 2026' }).waitFor();
    await page.getByText('Rien n’a été versé ce mois-ci').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Mois précédent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Versements de décembre 2025' }).waitFor();
  });

  it('shows a month with its holders and its tax, and records the remittance', async () => {
    const holders = [await verifiedInvestor(browser.world), await verifiedInvestor(browser.world)];
    await distributed(browser, '2027-01', holders, []);
    const page = await browser.open('/console/payouts');
    await page.getByRole('heading', { level: 1, name: 'Versements de janvier 2027' }).waitFor();
    await page.getByText('1 versement, aucun refus.').waitFor();
    await page.getByRole('link', { name: '2 porteurs' }).click();
    const lines = page.getByRole('table', { name: /^Porteurs/ });
    await lines.getByRole('link', { name: 'Camille Durand' }).first().waitFor();
    await page.getByRole('table', { name: 'Impôt à reverser' }).getByText('31,4').waitFor();
    await browser.assertAccessible(page);
    await page.getByText('Aucun compte bancaire actif sur le compte de l’impôt').waitFor();
    await ibanOf(browser.world, browser.world.deps.config.PLATFORM_TAX_ACCOUNT_ID);
    await page.reload();
    const account = page.getByLabel('Compte bancaire de l’administration fiscale');
    await account.locator('option', { hasText: 'IBAN … 0189 · SCI Lyon' }).waitFor({ state: 'attached' });
    await browser.assertAccessible(page);
    await page.getByLabel('Comment l’impôt est reversé').selectOption('outside');
    await page.getByLabel('Comment il a été payé').fill('Télépaiement du 12');
    await page.getByRole('button', { name: /^Noter 62,80.* comme reversés/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Noter 62,80/ })
      .click();
    // The transfer of the tax follows with the next run.
    await page.getByText('tax-remittance-not-covered', { exact: true }).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
    await browser.world.runJob('coupon-payout');
    await browser.world.runJob('wallet-transactions');
    await confirmUntilCovered(browser, page);
  });

  it('orders a refused payout again, and records another one as paid elsewhere', async () => {
    const [first, second] = [await verifiedInvestor(browser.world), await verifiedInvestor(browser.world)];
    await distributed(browser, '2027-02', [first, second], [first, second]);
    const page = await browser.open('/console/payouts/2027-03');
    await page.getByText('Aucun versement ce mois-ci.').waitFor();
    await page.getByText('2 refus attendent dans un autre mois').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'février 2027' }).click();
    await page.getByText('1 versement, 2 refus à traiter.').waitFor();
    await page.getByText('dans un autre mois').waitFor({ state: 'detached' });
    await browser.assertAccessible(page);
    await browser.world.control('PUT', `/accounts/${first.customerId}/blocked`, { blocked: false });
    await browser.world.control('PUT', `/accounts/${second.customerId}/blocked`, { blocked: false });
    await page.getByText('Payé ailleurs').first().click();
    await page.getByLabel('Comment il a été payé').first().fill('Virement du 12');
    await confirm(browser, page, /^Noter 68,60.* comme payés à Camille Durand$/);
    await page.getByText('1 versement, 1 refus à traiter.').waitFor();
    await confirm(browser, page, /^Verser de nouveau 68,60.* à Camille Durand$/);
    await page.getByText('1 versement, aucun refus.').waitFor();
  });
});

/** The tax has to reach the tax account first, which the provider confirms in its own time. */
async function confirmUntilCovered(browser: ConsoleBrowser, page: Page): Promise<void> {
  await browser.world.until(async () => {
    const [row] = await browser.world.sql<{ open: number }>(
      "select count(*)::integer as open from payment where status in ('created', 'sent')",
    );
    return row?.open === 0;
  }, 'the transfer of the tax');
  await page.reload();
  await page.getByLabel('Comment l’impôt est reversé').selectOption('outside');
  await page.getByLabel('Comment il a été payé').fill('Télépaiement du 12');
  // Paid by hand: the money has left the tax account at the provider.
  await page.getByRole('button', { name: /^Noter 62,80/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Noter 62,80/ })
    .click();
  await page.getByText('C’est fait').waitFor();
  await close(page);
  await page.getByText(/62,80.*reversés à l’administration fiscale/).waitFor();
}
