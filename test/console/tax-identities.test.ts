// What the yearly tax file lacks, by investor, as an operator reads it. Without a worker, mailed requests stay visible.

import { it } from 'node:test';
import { resaleProperty, verifiedInvestor } from '../support/actors.ts';
import { describePages } from '../support/browser.ts';
import { expectStatus } from '../support/world.ts';

await describePages(
  'the tax file',
  (browser) => {
    it('lists investors and what they lack, with counts, and their page shows what is declared', async () => {
      const page = await browser.open('/console/tax-identities');
      await page.getByText('Rien ne manque', { exact: true }).waitFor();
      await browser.assertAccessible(page);

      const people = [
        await verifiedInvestor(browser.world, { firstName: 'Anouk', city: 'Un lieu-dit' }),
        await verifiedInvestor(browser.world, { firstName: 'Basile' }),
      ] as const;
      const owners = people.map(({ customerId }) => ({ customerId, bricks: 1 }));
      await resaleProperty(browser.world, { owners });
      const [lacking] = people;
      await browser.world.runJob('tax-identities');
      await page.reload();
      const parts = page.getByRole('navigation', { name: 'Choisir ce qui manque' });
      await parts.getByRole('link', { name: /^nom de naissance\s*2$/ }).waitFor();
      await browser.assertAccessible(page);
      await parts.getByRole('link', { name: /^commune de résidence\s*1$/ }).click();
      await page.getByRole('link', { name: /^Basile/ }).waitFor({ state: 'detached' });
      await page.getByText('nom de naissance, commune de naissance, commune de résidence', { exact: true }).waitFor();

      const declared = {
        ...{ birthName: 'Martin', usualName: 'Durand', birthCommune: { code: '44109' } },
        residenceCommune: { code: '69264' },
      };
      expectStatus(await lacking.client.put('/customers/tax-identity', declared), 200);
      await page.reload();
      await page.getByText('Rien ne manque', { exact: true }).waitFor();
      await parts.getByRole('link', { name: /^Tout\s*1$/ }).click();
      await page.getByRole('link', { name: /^Basile/ }).waitFor();

      await page.goto(`${browser.world.url}/console/investors/${lacking.customerId}/tax`);
      for (const words of ['complète', 'Martin', 'Nantes (44109)', 'Villefranche-sur-Saône (69264)'])
        await page.getByText(words, { exact: true }).waitFor();
      await browser.assertAccessible(page);
    });
  },
  { worker: false },
);
