// The provider's words on an account, and when two deliveries are one notification.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { centsOf } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import {
  consequencesOf,
  customerIdOf,
  fingerprintOf,
  isWalletBlocked,
  nextKycStatus,
  nextOnboardingKycStatus,
  storable,
} from './rules.ts';

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
        ALL.map((current) => nextOnboardingKycStatus(current, { status, profileStatus, restrictions: [] })),
        expected,
      ));
  }
  it('an expired identity outweighs an accepted profile', () => {
    const restriction = { id: '1', reason: 'KYC_OUTDATED', activatedAt: null, requirementIds: [] };
    const after = (category: string) =>
      nextOnboardingKycStatus('verified', {
        status: 'accepted',
        profileStatus: 'accepted',
        restrictions: [{ ...restriction, category }],
      });
    assert.deepEqual([after('KYC'), after('MARKETING')], ['outdated', 'verified']);
  });
});

describe('consequencesOf', () => {
  // Border: an id short enough to read.
  const customerId = 'abc' as CustomerId;
  const payout = { accountId: customerId, originId: 9, amountCents: centsOf(100), status: 'succeeded' } as const;
  for (const [what, more, expected] of [
    ['money taken back', {}, { freeze: true, book: 'now' }],
    ['the id in capitals', { accountId: 'ABC' }, { freeze: true, book: 'now' }],
    ['not yet taken', { status: 'pending' }, { freeze: true, book: 'later' }],
    ['not taken in the end', { status: 'failed' }, { freeze: true, book: 'never' }],
    ['nothing left to take', { amountCents: 0 }, { freeze: true, book: 'never' }],
    ['a pay-out of our own', { originId: null }, { freeze: true, book: 'never' }],
    ['another account', { accountId: 'abd' }, { freeze: false, book: 'never' }],
  ] as const) {
    it(what, () => assert.deepEqual(consequencesOf({ ...payout, ...more }, customerId), expected));
  }
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

it('an ExtId is an investor when it is a UUID, in any case', () => {
  const id = '4f5ad2f8-6b0e-4d9b-8a1e-5f3c3d1f0a77';
  assert.deepEqual([id, id.toUpperCase(), 'spv-12', `${id}0`].map(customerIdOf), [id, id, undefined, undefined]);
});

describe('fingerprintOf', () => {
  const name = 'customer-status-changed';
  it('is the same for other order and encoding of the fields', () =>
    assert.equal(fingerprintOf(name, { ExtId: 'a', Status: 6 }), fingerprintOf(name, { Status: '6', ExtId: 'a' })));
  it('differs by path and by any field', () => {
    const all = [
      fingerprintOf(name, { ExtId: 'a' }),
      fingerprintOf('customer-temporarily-blocked', { ExtId: 'a' }),
      fingerprintOf(name, { ExtId: 'b' }),
      fingerprintOf(name, { ExtId: 'a', NotifDate: '2026-03-01T10:00:00' }),
      fingerprintOf(name, { ExtId: { a: 1 } }),
      fingerprintOf(name, null),
      fingerprintOf(name, ['a']),
    ];
    assert.equal(new Set(all).size, all.length);
  });
});

it('a body is kept without NUL', () => {
  assert.deepEqual(storable({ ExtId: 'a\u0000b' }), { ExtId: 'a\ufffdb' });
  assert.equal(storable(undefined), null);
});
