// The bank accounts of an investor, as an operator sees from when on money may be withdrawn to them.

import { it } from 'node:test';
import { verifiedInvestor } from '../support/actors.ts';
import { describePages } from '../support/browser.ts';
import { changeAddress } from '../support/codes.ts';
import { addBankAccount } from '../support/withdrawal-actors.ts';

await describePages('the bank accounts of an investor', (browser) => {
  it('say that one added after a change of address waits, and until when', async () => {
    await browser.world.moveClock({ now: '2026-03-02T09:00:00Z' });
    const person = await verifiedInvestor(browser.world, { fundsCents: 5_000 });
    await addBankAccount(browser.world, person, 'FR7630006000011234567890189');
    await browser.world.moveClock({ now: '2026-03-03T09:00:00Z' });
    const moved = { ...person, email: await changeAddress(browser.world, person) };
    await addBankAccount(browser.world, moved, 'DE89370400440532013000');
    const page = await browser.open(`/console/investors/${person.customerId}/money`);
    const accounts = page.getByRole('table', { name: 'Comptes bancaires' });
    const delayed = accounts.getByRole('row').filter({ hasText: '3000' });
    await delayed.getByText(/6 mars/).waitFor();
    await accounts.getByRole('row').filter({ hasText: '0189' }).getByText('–').waitFor();
    await browser.assertAccessible(page);
  });
});
