// Ages, country codes, complete profiles, open KYC and the company search, as tables.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasCode } from '../../../core/errors.ts';
import type { ProfileChanges } from '../customers/index.ts';
import {
  alpha2Of,
  assertMayHandIn,
  isKycOpen,
  isOfLegalAge,
  maySaveProfile,
  normaliseCitizenship,
  profileFaults,
  sirenIn,
  toSuggestion,
  wordsOf,
} from './rules.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

describe('isOfLegalAge', () => {
  for (const [born, today, expected] of [
    ['2008-03-02', '2026-03-01', false],
    ['2008-03-01', '2026-03-01', true],
    ['2008-02-29', '2026-02-28', false],
    ['2008-02-29', '2026-03-01', true],
    ['1990-05-04', '2026-03-01', true],
    ['2027-01-01', '2026-03-01', false],
    ['1896-03-01', '2026-03-01', true],
    ['1895-03-01', '2026-03-01', false],
    ['0190-05-04', '2026-03-01', false],
  ] as const) {
    it(`${born} on ${today}: ${expected}`, () => assert.equal(isOfLegalAge(day(born), day(today)), expected));
  }
});

it('alpha2Of knows ISO 3166-1 alpha-3 codes in capitals only', () =>
  assert.deepEqual(['FRA', 'DEU', 'XXX', 'fra', 'FR', '250'].map(alpha2Of), [
    'FR',
    'DE',
    undefined,
    undefined,
    undefined,
    undefined,
  ]));

describe('profileFaults', () => {
  const complete: ProfileChanges = {
    customerType: 'individual',
    firstName: 'Camille',
    lastName: 'Durand',
    citizenship: 'FRA',
    city: 'Lyon',
    cityOfBirth: 'Lyon',
    country: 'FRA',
    countryOfBirth: 'FRA',
    dateOfBirth: day('1990-05-04'),
    phone: '+33612345678',
    postcode: '69001',
    street: '1 rue de la République',
  };
  const pathsOf = (saved: ProfileChanges | undefined, changes: ProfileChanges) =>
    profileFaults(saved, changes, day('2026-03-01')).map(({ path }) => path);

  it('finds nothing in a complete one, with or without sex', () => {
    assert.deepEqual(pathsOf(undefined, complete), []);
    assert.deepEqual(pathsOf(undefined, { ...complete, sex: 'female' }), []);
  });
  for (const field of Object.keys(complete) as (keyof ProfileChanges)[]) {
    it(`wants ${field} once`, () => {
      const { [field]: _, ...rest } = complete;
      assert.deepEqual(pathsOf(undefined, rest), [`body/${field}`]);
      assert.deepEqual(pathsOf(complete, rest), []);
    });
  }
  it('judges what is sent, not what was saved', () => {
    assert.deepEqual(pathsOf(complete, { country: 'XXX', countryOfBirth: 'YYY', dateOfBirth: day('2020-01-01') }), [
      'body/country',
      'body/countryOfBirth',
      'body/dateOfBirth',
    ]);
  });
});

it('citizenships are written as the provider wants them', () =>
  assert.deepEqual(['fra', ' fra , Deu,FRA', 'FRA,,', ''].map(normaliseCitizenship), ['FRA', 'FRA,DEU', 'FRA,', '']));

it('a v2 investor without a profile may save one whatever KYC says; with one, or as v1, only while it is open', () => {
  const customer = { kycStatus: 'verified', onboardingVersion: 'v2', informationCompletedAt: null } as const;
  const savedAt = Temporal.Instant.from('2026-03-01T10:00:00Z');
  assert.equal(maySaveProfile(customer), true);
  assert.equal(maySaveProfile({ ...customer, kycStatus: 'waitingForVerifier' }), true);
  assert.equal(maySaveProfile({ ...customer, onboardingVersion: 'v1' }), false);
  assert.equal(maySaveProfile({ ...customer, informationCompletedAt: savedAt }), false);
  assert.equal(maySaveProfile({ ...customer, kycStatus: 'outdated', informationCompletedAt: savedAt }), true);
});

it('KYC is open until it is verified or waits for the verifier', () =>
  assert.deepEqual((['notStarted', 'refused', 'outdated', 'waitingForVerifier', 'verified'] as const).map(isKycOpen), [
    true,
    true,
    true,
    false,
    false,
  ]));

it('without a profile nothing may be handed in', () => {
  const completedAt = Temporal.Instant.from('2026-03-01T10:00:00Z');
  assertMayHandIn({ informationCompletedAt: completedAt, kycStatus: 'notStarted' });
  const isForbidden = (error: unknown) => hasCode(error, 'forbidden');
  assert.throws(() => assertMayHandIn(undefined), isForbidden);
  assert.throws(() => assertMayHandIn({ informationCompletedAt: null, kycStatus: 'notStarted' }), isForbidden);
  assert.throws(() => assertMayHandIn({ informationCompletedAt: completedAt, kycStatus: 'verified' }), isForbidden);
});

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
