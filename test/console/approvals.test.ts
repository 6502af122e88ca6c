// The page of requests that wait for a second administrator: what each would do, approving and refusing it, and the own one.

import { it } from 'node:test';
import { type Person, signInAdministrator } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { fundedProperty } from '../support/funding-actors.ts';
import { expectStatus } from '../support/world.ts';

const PHONE = { width: 360, height: 740 };

await describePages(
  'approvals',
  (browser) => {
    it('shows what a request would do, and another administrator approves it', async () => {
      await asked(browser);
      const page = await browser.open('/console/approvals');
      await page.getByText('1 demande attend').waitFor();
      await browser.assertAccessible(page);
      await page.getByRole('table', { name: 'Demandes' }).getByRole('link').first().click();
      await page.getByRole('table', { name: 'Paiements chez le prestataire' }).getByText('30 000,00').waitFor();
      await page.getByRole('table', { name: 'Soldes' }).getByText('Caisse principale').waitFor();
      await browser.assertAccessible(page);
      await page.getByRole('button', { name: 'Approuver' }).click();
      await browser.assertAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click();
      await page.getByText('L’opération est exécutée.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
      await page.getByText('Exécutée', { exact: true }).first().waitFor();
    });

    it('refuses with a reason, on a phone', async () => {
      const { id } = await asked(browser);
      const page = await browser.open(`/console/approvals?id=${id}`, PHONE);
      await page.getByRole('button', { name: 'Refuser' }).click();
      await page.getByLabel('Motif du refus').fill('Montant à revoir');
      await browser.assertAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Refuser' }).click();
      await page.getByText('La demande est refusée.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
      await page.getByText('Montant à revoir').waitFor();
    });

    it('of the own request it says that another one decides', async () => {
      const { id, maker } = await asked(browser);
      const page = await browser.openAs(maker, `/console/approvals?id=${id}`);
      await page.getByText('C’est votre demande').waitFor();
      await browser.assertAccessible(page);
    });
  },
  { worker: false, settings: { FOUR_EYES_TRANSFER_CENTS: '1000000' } },
);

async function asked({ world }: ConsoleBrowser): Promise<{ id: string; maker: Person }> {
  const maker = await signInAdministrator(world);
  const { propertyId } = await fundedProperty(world, { mainCents: 5_000_000 });
  const path = `/administration/property/${propertyId}/funding/transfer-funding-fees`;
  return { id: expectStatus(await maker.client.post<{ id: string }>(path), 202).body.id, maker };
}
