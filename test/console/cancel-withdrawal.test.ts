// A withdrawal that was not sent yet, as an operator stops it. No worker: it would send it first.

import { it } from 'node:test';
import { describePages } from '../support/browser.ts';
import { withdraw, withdrawalCode, withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus } from '../support/world.ts';

await describePages(
  'the withdrawals of an investor',
  (browser) => {
    it('are canceled as long as they are not sent, and the page shows it', async () => {
      const person = await withdrawer(browser.world, 5_000);
      const worker = await browser.world.another({ api: false, worker: true });
      const tfa = await withdrawalCode(browser.world, person);
      await worker.close();
      expectStatus(await withdraw(browser.world, person, { tfa }), 201);
      const page = await browser.open(`/console/investors/${person.customerId}/money`);
      const withdrawals = page.getByRole('table', { name: 'Retraits' });
      await withdrawals.getByRole('button', { name: /^Annuler le retrait de 10,00/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Annuler le retrait' });
      await browser.assertAccessible(page);
      await dialog.getByRole('button', { name: /^Annuler le retrait de 10,00/ }).click();
      await dialog.getByText('Le retrait est annulé').waitFor();
      await dialog.getByRole('button', { name: 'Fermer' }).click();
      await withdrawals.getByText('Annulé', { exact: true }).waitFor();
      await browser.assertAccessible(page);
    });
  },
  { worker: false },
);
