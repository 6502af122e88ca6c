// What a search text is, how list parameters are read, and what is shown of a company.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sirenIn, toSuggestion, wordsOf } from './company-rules.ts';

describe('a search text', () => {
  it('of nine digits is a number, spaces tolerated', () => {
    assert.equal(sirenIn('936213743'), '936213743');
    assert.equal(sirenIn(' 936 213\u00a0743 '), '936213743');
  });
  for (const text of ['93621374', '9362137430', '93621374a', 'brique', '936-213-743', '٩٣٦٢١٣٧٤٣'])
    it(`"${text}" is a name`, () => assert.equal(sirenIn(text), undefined));
});

it('list parameters come repeated or with commas, each word once', () => {
  assert.deepEqual(wordsOf(['denomination,siret']), ['denomination', 'siret']);
  assert.deepEqual(wordsOf(['denomination', 'siret, denomination', '']), ['denomination', 'siret']);
  assert.deepEqual(wordsOf([]), []);
});

it('a company known in part is shown with null for what is missing, and without greffe', () => {
  const empty = { nom_entreprise: null, date_creation: null, domaine_activite: null, forme_juridique: null, capital: null };
  assert.deepEqual(toSuggestion({ siren: '922461686', siege: { ville: 'LYON' } }), {
    siren: '922461686',
    ...empty,
    siege: { code_pays: null, code_postal: null, ville: 'LYON' },
  });
  assert.deepEqual(toSuggestion({ siren: '922461686', siege: null, greffe: null }).siege, {
    code_pays: null,
    code_postal: null,
    ville: null,
  });
});
