// Prices of bricks in the console: a yearly update is tried before it is written, and the newest price is corrected.

import { it } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { resaleProperty, spvWithWallet, verifiedInvestor } from '../support/actors.ts';
import { describePages } from '../support/browser.ts';
import { expectStatus } from '../support/world.ts';

await describePages('the prices of the console', (browser) => {
  it('a yearly update is tried, written, and corrected', async () => {
    const { customerId } = await verifiedInvestor(browser.world);
    const { propertyId } = await resaleProperty(browser.world, { owners: [{ customerId, bricks: 5 }] });
    const header = ['propertyId', 'propertyName', 'year', 'brickPriceCents', 'revenuePerBrickCents'];
    const rows = [header, [propertyId, '', 2025, 10_500, 42]];
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Feuille 1', rows }] }));
    const page = await browser.open('/console/properties');
    await page.getByRole('button', { name: 'Mise à jour annuelle des prix' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mise à jour annuelle des prix' });
    await dialog.getByLabel('Fichier xlsx').setInputFiles({ name: 'prix.xlsx', mimeType: 'application/octet-stream', buffer });
    await dialog.getByRole('table', { name: 'Ce que le fichier changerait' }).getByText('105,00').waitFor();
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Écrire ces prix' }).click();
    await dialog.getByText('Prix écrits : 1.').waitFor();

    const overview = await browser.open(`/console/properties/${propertyId}`);
    await overview.getByRole('button', { name: 'Corriger', exact: true }).click();
    const correction = overview.getByRole('dialog', { name: 'Corriger la mise à jour 2025' });
    await browser.assertAccessible(overview);
    await correction.getByLabel('Prix', { exact: true }).fill('10,50');
    await correction.getByRole('button', { name: 'Corriger' }).click();
    await correction.waitFor({ state: 'detached' });
    await browser.world.until(async () => {
      const { body } = await browser.world.visitor().get<{ brickPriceCents: number }>(`/properties/${propertyId}`);
      return body.brickPriceCents === 1_050;
    }, 'the corrected price is the official one');
  });

  it('a published property says how many of its bricks are there', async () => {
    const { spvId } = await spvWithWallet(browser.world);
    const { client } = browser.administrator;
    const answer = await client.post<{ id: string }>('/administration/property', {
      ...{ name: 'La Grande Tour', investorContractType: 'obligation', spvId, amountToFundCents: 150_000_000 },
      imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'],
      fundingStartDate: browser.world.deps.clock.now().add({ hours: 48 }).toString(),
    });
    const { id } = expectStatus(answer, 201).body;
    expectStatus(await client.patch(`/administration/property/${id}/publish`), 200);
    const page = await browser.open(`/console/properties/${id}`);
    // Shown while the worker creates the rest, and gone with the last one, without a click.
    await page.getByText('0 briques sur 150').waitFor();
    await page.getByText('Création des briques en cours').waitFor({ state: 'detached', timeout: 60_000 });
  });
});
