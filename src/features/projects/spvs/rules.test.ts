// VAT by the country of an SPV (fees.md#vat-by-country).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSpvCountry, SPV_COUNTRIES, vatBpsOf } from './rules.ts';

describe('vatBpsOf', () => {
  it('is French in France, reduced overseas and none elsewhere', () => {
    const rates = Object.fromEntries(SPV_COUNTRIES.map((country) => [country, vatBpsOf(country, 2000)]));
    assert.deepEqual(rates, {
      ...Object.fromEntries(SPV_COUNTRIES.map((country) => [country, 0])),
      ...{ France: 2000, 'France outre-mer': 850, 'Réunion (île)': 850 },
    });
  });
});

describe('isSpvCountry', () => {
  it('knows only the spellings of the document', () => {
    assert.deepEqual(['France', 'Réunion (île)', 'france', 'Japon', 'constructor'].map(isSpvCountry), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
