// A payment that no job orders again, as an operator finds it on Today and has it ordered again.

import { it } from 'node:test';
import { describePages } from '../support/browser.ts';
import { buyerOfBricks, orderTransferFault } from '../support/payers.ts';
import { availableOf } from '../support/readers.ts';
import { expectStatus } from '../support/world.ts';

await describePages('a refused payment', (browser) => {
  const statesOf = async (customerId: string) => {
    const list = `/administration/payments?customerId=${customerId}`;
    const { body } = expectStatus(await browser.administrator.client.get<{ items: { status: string }[] }>(list), 200);
    return body.items.map(({ status }) => status);
  };

  it('is found on Today and ordered again', async () => {
    const { world } = browser;
    const buyer = await buyerOfBricks(world);
    const { id } = expectStatus(await buyer.ask(), 201).body as { id: string };
    const isConfirmed = async () => (await statesOf(buyer.customerId)).every((state) => state === 'succeeded');
    await world.until(isConfirmed, 'the purchase to be paid');
    await world.control('PUT', `/accounts/${buyer.customerId}/blocked`, { blocked: true });
    expectStatus(await buyer.client.delete(`/customers/purchases/${id}`), 200);
    await world.until(async () => (await statesOf(buyer.customerId)).includes('failed'), 'the refusal');
    const page = await browser.open('/console');
    await page.getByRole('row').filter({ hasText: 'Paiement refusé, à relancer' }).getByRole('link').first().click();
    await page.getByText(/Plus aucune tâche ne le relance/).waitFor();
    await browser.assertAccessible(page);
    await world.control('PUT', `/accounts/${buyer.customerId}/blocked`, { blocked: false });
    const button = /^Relancer le paiement de 19,00/;
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: 'Relancer ce paiement' });
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: button }).click();
    await dialog.getByText(/Le paiement de 19,00.* est relancé/).waitFor();
    await dialog.locator('footer').getByRole('button', { name: 'Fermer' }).click();
    await page.getByText(/Plus aucune tâche ne le relance/).waitFor({ state: 'detached' });
    await world.until(async () => (await availableOf(buyer)) === 3_000, 'the money to be back');
  });

  it('one that is taken up again elsewhere leads there', async () => {
    const { world } = browser;
    const buyer = await buyerOfBricks(world);
    await orderTransferFault(world, 'pending');
    expectStatus(await buyer.ask(), 201);
    const sent = async () =>
      (
        await world.sql<{ id: string; number: number | null }>(
          'select id, provider_payment_id as number from payment where from_account_id = $1',
          [buyer.customerId],
        )
      ).find(({ number }) => number !== null);
    const { id, number } = await world.until(sent, 'the order to be at the provider');
    await world.control('POST', `/p2p/${number}/fail`);
    await world.runJob('wallet-transactions');
    await world.until(async () => (await statesOf(buyer.customerId)).includes('failed'), 'the refusal');
    const page = await browser.open(`/console/operations/payments?id=${id}`);
    await page.getByText('Le prestataire a refusé le paiement.').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'l’argent de l’investisseur' }).click();
    await page.waitForURL((url) => url.pathname === `/console/investors/${buyer.customerId}/money`);
  });
});
