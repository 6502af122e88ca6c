// Rights, onboarding and referral codes, case by case.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasCode, UNAUTHENTICATED } from '../../../core/errors.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED, INVESTOR_ONBOARDING_NOT_COMPLETED } from './errors.ts';
import {
  assertCompletedOnboarding,
  assertFullRights,
  hasCompletedOnboarding,
  KYC_STATUSES,
  normaliseReferralCode,
  type OnboardingState,
  type RightsState,
  referralCodeOf,
  transactionRights,
} from './rules.ts';

const NOW = Temporal.Instant.from('2026-11-20T12:00:00Z');
const verified: RightsState = { kycStatus: 'verified', frozenAt: null, providerBlocked: false, closedAt: null };

describe('transactionRights', () => {
  const expected = {
    notStarted: 'account-not-completed',
    waitingForVerifier: 'account-is-being-verified',
    verified: 'all',
    refused: 'account-not-completed',
    outdated: 'account-not-completed',
  } as const;
  for (const kycStatus of KYC_STATUSES) {
    it(`${kycStatus}: ${expected[kycStatus]}`, () =>
      assert.equal(transactionRights({ ...verified, kycStatus }), expected[kycStatus]));
    it(`${kycStatus} and frozen, or blocked at the provider: account-is-being-verified`, () => {
      assert.equal(transactionRights({ ...verified, kycStatus, frozenAt: NOW }), 'account-is-being-verified');
      assert.equal(transactionRights({ ...verified, kycStatus, providerBlocked: true }), 'account-is-being-verified');
    });
  }
  it('full rights are asserted with the documents’ codes', () => {
    assertFullRights(verified);
    assert.throws(
      () => assertFullRights({ ...verified, frozenAt: NOW }),
      (error) => hasCode(error, ACCOUNT_IS_BEING_VERIFIED),
    );
    assert.throws(
      () => assertFullRights({ ...verified, kycStatus: 'outdated' }),
      (error) => hasCode(error, ACCOUNT_NOT_COMPLETED),
    );
  });
  it('a closed account has none, whoever was signed in', () => {
    const closed = { ...verified, closedAt: NOW };
    assert.notEqual(transactionRights(closed), 'all');
    assert.throws(
      () => assertFullRights(closed),
      (error) => hasCode(error, UNAUTHENTICATED),
    );
  });
});

describe('hasCompletedOnboarding', () => {
  const done: OnboardingState = {
    onboardingVersion: 'v1',
    kycStatus: 'waitingForVerifier',
    customerType: 'individual',
    informationCompletedAt: NOW,
    documentsCompletedAt: null,
    hasIdentityDocument: true,
  };
  const cases: [what: string, state: Partial<OnboardingState>, expected: boolean][] = [
    ['an individual with profile and identity document', {}, true],
    ['without a profile', { informationCompletedAt: null }, false],
    ['without an identity document', { hasIdentityDocument: false }, false],
    ['with the documents marked as complete', { hasIdentityDocument: false, documentsCompletedAt: NOW }, true],
    ['a business with an identity document alone', { customerType: 'business' }, false],
    ['a business with its documents', { customerType: 'business', documentsCompletedAt: NOW }, true],
    ['v2, KYC not begun', { onboardingVersion: 'v2', hasIdentityDocument: false, kycStatus: 'notStarted' }, false],
    ['v2, KYC begun', { onboardingVersion: 'v2', hasIdentityDocument: false, kycStatus: 'waitingForVerifier' }, true],
    ['v2 without a profile', { onboardingVersion: 'v2', informationCompletedAt: null, kycStatus: 'verified' }, false],
  ];
  for (const [what, state, expected] of cases)
    it(`${what}: ${expected ? 'completed' : 'to complete'}`, () => {
      assert.equal(hasCompletedOnboarding({ ...done, ...state }), expected);
      if (expected) assertCompletedOnboarding({ ...done, ...state });
      else
        assert.throws(
          () => assertCompletedOnboarding({ ...done, ...state }),
          (error) => hasCode(error, INVESTOR_ONBOARDING_NOT_COMPLETED),
        );
    });
});

describe('referral codes', () => {
  it('are compared trimmed, in lower case, without diacritics', () => {
    assert.equal(normaliseReferralCode('  ÉLODIE-Ma\u0308rtin-7KX2 '), 'elodie-martin-7kx2');
    assert.equal(normaliseReferralCode('çà-et-là-ñ'), 'ca-et-la-n');
  });
  const names: Record<string, string> = {
    'Camille Durand': 'camille-durand-7kx2',
    '  Zoë  d’Ångström ': 'zoe-d-angstrom-7kx2',
    '': 'mortar-7kx2',
    王小明: 'mortar-7kx2',
    'Maximiliane von der Heidenreich': 'maximiliane-von-der-heid-7kx2',
    'Maximiliane von der Hei Heidenreich': 'maximiliane-von-der-hei-7kx2',
  };
  for (const [name, code] of Object.entries(names))
    it(`of "${name}" is ${code}, and stays so when normalised`, () => {
      assert.equal(referralCodeOf(name, '7kx2'), code);
      assert.equal(normaliseReferralCode(code), code);
    });
});
