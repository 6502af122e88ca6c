// What a typed text may name.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wantedBy } from './rules.ts';

const none = { id: null, words: null, amountCents: null, providerNumber: null, invoice: null };
const ID = '9b2f7c1e-5d3a-4c86-8f10-2a6b4e9d7c35';

describe('wantedBy', () => {
  for (const [text, wanted] of [
    [` ${ID.toUpperCase()} `, { id: ID }],
    ['ab', {}],
    ['Vauban', { words: 'Vauban' }],
    ['1 250,00 €', { words: '1 250,00 €', amountCents: 125_000 }],
    ['1\u202f250,5', { words: '1\u202f250,5', amountCents: 125_050 }],
    ['12', { amountCents: 1_200, providerNumber: 12 }],
    ['0', { providerNumber: 0 }],
    ['99999999999999', { words: '99999999999999', providerNumber: 99_999_999_999_999 }],
    ['mortar-2026-42', { words: 'mortar-2026-42', invoice: { issuer: 'MORTAR', year: 2026, number: 42 } }],
  ] as const)
    it(text, () => assert.deepEqual(wantedBy(text), { ...none, ...wanted }));
});
