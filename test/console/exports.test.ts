// The files of a list: all that its filters leave, as a French spreadsheet opens it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { readSheet } from '../../src/core/documents/spreadsheet.ts';
import { spvWithWallet } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { manyDrafts } from '../support/bulk-rows.ts';

/** More than the page shows, and more than the API gives at once. */
const OF_EACH = 120;
const DRAFTS = 2 * OF_EACH;
const PATH = '/console/properties?stage=draft';

await describePages('a file of a list', (browser) => {
  before(async () => {
    const { spvId } = await spvWithWallet(browser.world);
    await manyDrafts(browser.world, spvId, OF_EACH);
  });

  it('CSV: every row of the filter, amounts with a comma, the days of Paris, ids', async () => {
    const bytes = await saved(browser, 'Exporter en CSV', 'mortar-projets.csv');
    const [head = '', ...lines] = bytes.toString().replace('\ufeff', '').trimEnd().split('\r\n');
    assert.equal(lines.length, DRAFTS);
    assert.match(head, /^"Projet";"Étape";.*;"Identifiant"$/);
    const id = await idOfLast(browser);
    const line = lines.find((one) => one.endsWith(`"${id}"`));
    assert.ok(line !== undefined, `no line of ${id}`);
    const cells = line.split(';');
    const [created = ''] = cells.filter((cell) => /^"\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d"$/.test(cell));
    const [{ paris = '' } = {}] = await browser.world.sql<{ paris: string }>(
      `select to_char(created_at at time zone 'Europe/Paris', 'DD/MM/YYYY HH24:MI:SS') as paris from property where id = $1`,
      [id],
    );
    assert.equal(created, `"${paris}"`);
    assert.match(line, /;12,40;0,00;/);
  });

  it('xlsx: the same rows, amounts as numbers, moments as dates', async () => {
    const bytes = await saved(browser, 'Exporter pour Excel', 'mortar-projets.xlsx');
    const rows = (await readSheet(bytes, { rows: 1_000, columns: 20 })) ?? [];
    assert.equal(rows.length, DRAFTS + 1);
    const id = await idOfLast(browser);
    const cells = rows.find((row) => row.cells.includes(id))?.cells ?? [];
    assert.ok(cells.includes(12.4), JSON.stringify(cells));
    assert.ok(
      cells.some((cell) => cell instanceof Date),
      JSON.stringify(cells),
    );
  });
});

async function saved(browser: ConsoleBrowser, button: string, name: string): Promise<Buffer> {
  const page = await browser.open(PATH);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), name);
  return readFile(await file.path());
}

/** Of the last draft, whose target is 12.40 euros. */
async function idOfLast({ world }: ConsoleBrowser): Promise<string> {
  const [row] = await world.sql<{ id: string }>(`select id from property where name = 'Plan ${DRAFTS}'`);
  return row?.id ?? assert.fail('no such draft');
}
