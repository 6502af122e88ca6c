// The workbook of a list says which cells are texts: they are written as they are.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSheet } from '../../src/core/documents/spreadsheet.ts';
import { readArchiveText } from '../../src/core/documents/zip-limits.ts';
import { xlsxOf } from '../../web/console/design/workbook.ts';

const TEXTS = ['-5 %', '+33 6 12 34 56 78', '=1+1', '@mortar', 'Loyer'];

it('texts that look like formulas stay as they are, and none is a formula', async () => {
  const file = await xlsxOf({ titles: ['Texte'], rows: TEXTS.map((text) => [text]) });
  const bytes = Buffer.from(await file.arrayBuffer());
  const rows = (await readSheet(bytes, { rows: 100, columns: 1 })) ?? [];
  assert.deepEqual(
    rows.map(({ cells }) => cells[0]),
    ['Texte', ...TEXTS],
  );
  const xml = await readArchiveText(bytes, 'xl/worksheets/sheet1.xml');
  assert.match(xml, /<c /);
  assert.doesNotMatch(xml, /<f[ >]/);
});
