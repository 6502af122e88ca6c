// What the provider's words on an account mean for KYC.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWalletBlocked, nextKycStatus, nextOnboardingKycStatus } from './kyc-rules.ts';

describe('nextKycStatus', () => {
  const ALL = ['notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated'] as const;
  for (const [atProvider, expected] of [
    ['verified', ['verified', 'verified', 'verified', 'verified', 'verified']],
    ['document-expired', ['outdated', 'outdated', 'outdated', 'outdated', 'outdated']],
    ['document-refused', ['refused', 'refused', 'refused', 'refused', 'refused']],
    ['missing-document', ['refused', 'refused', 'refused', 'refused', 'refused']],
    ['under-review', ALL.map(() => 'waitingForVerifier')],
    ['registered', ['notStarted', 'waitingForVerifier', 'outdated', 'refused', 'outdated']],
    ['blocked', ALL],
    ['closed', ALL],
    ['platform', ALL],
    ['other', ALL],
  ] as const) {
    it(atProvider, () =>
      assert.deepEqual(
        ALL.map((current) => nextKycStatus(current, atProvider)),
        expected,
      ),
    );
  }
});

describe('nextOnboardingKycStatus', () => {
  const ALL = ['notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated'] as const;
  const all = (status: string) => ALL.map(() => status);
  const asked = ['notStarted', 'waitingForVerifier', 'outdated', 'refused', 'outdated'];
  for (const [status, profileStatus, expected] of [
    ['accepted', 'accepted', all('verified')],
    ['created', 'accepted', all('waitingForVerifier')],
    ['blocked', 'accepted', ALL],
    ['other', 'accepted', ALL],
    ['denied', 'accepted', all('refused')],
    ['denied', 'under-analysis', all('refused')],
    ['accepted', 'denied', all('refused')],
    ['accepted', 'rejected', all('refused')],
    ['accepted', 'under-analysis', all('waitingForVerifier')],
    ['created', 'identity-verification-in-progress', all('waitingForVerifier')],
    ['created', 'identity-verification-abandoned', all('refused')],
    ['created', 'identity-verification-error', all('refused')],
    ['accepted', 'awaiting-information', asked],
    ['created', 'creation-in-progress', asked],
    ['created', 'information-collection-in-progress', asked],
    ['accepted', 'other', ALL],
  ] as const) {
    it(`account ${status}, profile ${profileStatus}`, () =>
      assert.deepEqual(
        ALL.map((current) => nextOnboardingKycStatus(current, { status, profileStatus, restrictions: [] }, true)),
        expected,
      ));
  }
  it('an expired identity outweighs an accepted profile', () => {
    const restriction = { id: '1', reason: 'KYC_OUTDATED', activatedAt: null, requirementIds: [] };
    const after = (category: string) =>
      nextOnboardingKycStatus(
        'verified',
        { status: 'accepted', profileStatus: 'accepted', restrictions: [{ ...restriction, category }] },
        true,
      );
    assert.deepEqual([after('KYC'), after('MARKETING')], ['outdated', 'verified']);
  });
  it('accepted without a wallet: not yet verified', () => {
    const accepted = { status: 'accepted', profileStatus: 'accepted', restrictions: [] } as const;
    assert.equal(nextOnboardingKycStatus('notStarted', accepted, false), 'waitingForVerifier');
  });
});

it('a wallet is blocked by its flag or by its status', () =>
  assert.deepEqual(
    [
      { blocked: false, kycStatus: 'verified' as const },
      { blocked: true, kycStatus: 'verified' as const },
      { blocked: false, kycStatus: 'blocked' as const },
      { blocked: false, kycStatus: 'closed' as const },
    ].map(isWalletBlocked),
    [false, true, true, true],
  ));
