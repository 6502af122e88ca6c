// core/ knows no word of the domain (rule 1), and the check sees one that is planted.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { domainWordsInCore } from './core-without-domain.ts';
import { readTree, treeOf } from './engine.ts';
import { report } from './findings.ts';
import { foundPlaces } from './planted.ts';
import { REPOSITORY } from './walls.ts';

it('core/ names nothing of the domain', () => {
  const findings = domainWordsInCore(readTree(REPOSITORY));
  assert.equal(findings.length, 0, report(findings));
});

it('a word of the domain is found in names, texts and comments of core/, and nowhere else', () => {
  const planted = [
    '// Counts the bricks of a holder.',
    'export const TAX_RATES = [];',
    'export const cacheKey = (dealId: string) => dealId;',
    "export const NOT_FOUND = 'funding-not-found';",
    '// An ideal syntax, an index, a property of an object, and a citation (A-invoices-3).',
  ].join('\n');
  const tree = treeOf({
    'src/core/planted.ts': planted,
    'src/core/db/tables.ts': planted,
    'src/core/planted.test.ts': planted,
    'src/money/planted.ts': planted,
  });
  assert.deepEqual(
    foundPlaces(domainWordsInCore(tree), false),
    [1, 2, 3, 4].map((line) => `src/core/planted.ts:${line}`),
  );
});
