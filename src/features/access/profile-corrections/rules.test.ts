// The pure rules of profile corrections.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CustomerProfile } from '../customers/index.ts';
import { differencesFrom, fieldsOf, verdictOf } from './rules.ts';

const SAVED: CustomerProfile = {
  firstName: 'Camille',
  lastName: 'Durand',
  citizenship: 'FRA',
  city: 'Lyon',
  cityOfBirth: 'Lyon',
  country: 'FRA',
  countryOfBirth: 'FRA',
  dateOfBirth: null,
  phone: null,
  postcode: '69001',
  sex: null,
  street: '1 rue de la République',
};

describe('differencesFrom', () => {
  it('leaves out what is saved; what was never saved is new', () =>
    assert.deepEqual(differencesFrom(SAVED, { firstName: 'Camille', city: 'Nice', phone: '+33612345678' }), {
      city: 'Nice',
      phone: '+33612345678',
    }));
  it('case and accents are differences', () =>
    assert.deepEqual(differencesFrom(SAVED, { lastName: 'DURAND', street: '1 rue de la Republique' }), {
      lastName: 'DURAND',
      street: '1 rue de la Republique',
    }));
});

it('fieldsOf names them in one order', () =>
  assert.deepEqual(fieldsOf({ country: 'BEL', phone: '+32470123456', firstName: 'Ana' }), ['firstName', 'phone', 'country']));

describe('verdictOf', () => {
  for (const [status, verdict] of [
    ['verified', 'accepted'],
    ['registered', 'refused'],
    ['missing-document', 'refused'],
    ['document-refused', 'refused'],
    ['document-expired', 'refused'],
    ['closed', 'refused'],
    ['under-review', 'pending'],
    ['blocked', 'pending'],
    ['platform', 'pending'],
    ['other', 'pending'],
  ] as const)
    it(`an account that is ${status}: ${verdict}`, () => assert.equal(verdictOf(status), verdict));
});
