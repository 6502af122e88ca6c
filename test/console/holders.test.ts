// The register of holders of a project as an operator reads it: of today, of another day, as a file.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resaleProperty, verifiedInvestor } from '../support/actors.ts';
import { describePages } from '../support/browser.ts';

await describePages('the register of holders', (browser) => {
  it('shows who holds what, of any day, and is exported', async () => {
    const { customerId } = await verifiedInvestor(browser.world, { firstName: 'Anouk' });
    const { propertyId } = await resaleProperty(browser.world, { owners: [{ customerId, bricks: 7 }] });
    const page = await browser.open(`/console/properties/${propertyId}`);
    await page.getByRole('link', { name: 'Titulaires' }).click();
    await page.getByText('Titulaires : 1 · Briques : 7').waitFor();
    await page.getByRole('link', { name: /^Anouk Durand/ }).waitFor();
    await browser.assertAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^mortar-titulaires-[0-9a-f]{8}-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByLabel('Au', { exact: true }).fill('2020-01-01');
    await page.getByText('Aucun titulaire', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('date'), '2020-01-01');
    await browser.assertAccessible(page);
  });
});
