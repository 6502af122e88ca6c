// Invoices against blocked rewards (G-21) and the status of a payout, case by case.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldenCase, listOf, wholeOf } from '../../../../test/support/domain-pages.ts';
import { centsOf } from '../../../core/cents.ts';
import { matchInvoice, payoutStatus } from './rules.ts';

const BLOCKED = [20_000, 30_000, 10_000].map((cents, index) => ({
  id: `reward ${index + 1}`,
  blockedCents: centsOf(cents),
}));
const match = (amount: number, rewards = BLOCKED) => {
  const result = matchInvoice(rewards, centsOf(amount));
  return 'matched' in result ? result.matched.length : result.refusal;
};

describe('an invoice (G-21)', () => {
  it('unblocks the oldest rewards that add up to it', () => {
    assert.deepEqual(
      [20_000, 50_000, 60_000].map((amount) => match(amount)),
      [1, 2, 3],
    );
  });
  it('that ends inside a reward is too low, also when a later reward has its amount', () => {
    for (const amount of [1, 10_000, 19_999, 25_000, 40_000, 55_000, 59_999])
      assert.equal(match(amount), 'invoice-amount-too-low');
  });
  it('above all of them is too high', () => {
    for (const amount of [60_001, 70_000]) assert.equal(match(amount), 'invoice-amount-too-high');
    assert.equal(match(1, []), 'invoice-amount-too-high');
  });
});

describe('the payout status', () => {
  const allowed = ['repayment-ongoing', 'repayment-finished'];
  const paidAt = Temporal.Instant.from('2026-05-01T08:00Z');
  it('is done once paid, whatever the financial status says later', () => {
    for (const financialStatus of [null, 'repayment-ongoing', 'repayment-delay'])
      assert.equal(payoutStatus({ referralPaidAt: paidAt, financialStatus }, allowed), 'payout-done');
  });
  it('is to be done in the statuses that allow it, and in no other', () => {
    const status = (financialStatus: string | null) => payoutStatus({ referralPaidAt: null, financialStatus }, allowed);
    assert.equal(status('repayment-finished'), 'payout-to-be-done');
    for (const other of [null, 'reception-by-project-owner-pending', 'repayment-delay'])
      assert.equal(status(other), 'payout-not-allowed');
  });
});

it('G-21', () => {
  const [rows] = goldenCase('G-21', ['blocked', 'invoice', 'unblocked', 'code']);
  for (const row of rows) {
    const blocked = listOf(row.blocked).map((cell, index) => ({ id: `reward ${index}`, blockedCents: centsOf(wholeOf(cell)) }));
    const result = matchInvoice(blocked, centsOf(wholeOf(row.invoice)));
    const is = 'matched' in result ? [result.matched.length, 'none'] : [0, result.refusal];
    assert.deepEqual(is, [wholeOf(row.unblocked), row.code], JSON.stringify(row));
  }
});
