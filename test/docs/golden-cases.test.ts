// The golden cases of docs/domain that no pure rule of a room computes: they agree with the formulas of their pages. What the database
// makes of G-19, G-20 and G-22 to G-24 is shown by the tests of the ledger, the rewards and the payouts.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { basisPointsOf, centsOf } from '../../src/core/cents.ts';
import { parisDate } from '../../src/core/dates.ts';
import { goldenCase, listOf, wholeOf } from '../support/domain-pages.ts';

it('G-16', () => {
  const [rows] = goldenCase('G-16', ['created', 'day']);
  for (const { created, day } of rows) assert.equal(parisDate(Temporal.Instant.from(created)).toString(), day);
});

it('G-19', () => {
  const [steps, balances] = goldenCase('G-19', ['step', 'from', 'to', 'cents'], ['account', 'cents']);
  const cents = new Map<string, number>();
  for (const step of steps) {
    const amount = wholeOf(step.cents);
    assert.ok(step.from === 'EXT' || (cents.get(step.from) ?? 0) >= amount, `${step.step}: ${step.from} has less`);
    cents.set(step.from, (cents.get(step.from) ?? 0) - amount);
    cents.set(step.to, (cents.get(step.to) ?? 0) + amount);
  }
  assert.deepEqual([...cents].toSorted(), balances.map((row): [string, number] => [row.account, wholeOf(row.cents)]).toSorted());
});

it('G-20', () => {
  const [rows] = goldenCase('G-20', ['reward', 'free', 'blocked', 'waiting for invoice']);
  let [left, waiting] = [240_000, 0];
  for (const row of rows) {
    const reward = wholeOf(row.reward);
    const free = Math.min(reward, Math.max(left, 0));
    left -= reward;
    waiting += reward - free;
    assert.deepEqual(
      [free, reward - free, waiting],
      [wholeOf(row.free), wholeOf(row.blocked), wholeOf(row['waiting for invoice'])],
    );
  }
});

const SHARES = ['total', 'bricks', 'shares'] as const;

/** Largest remainder, as payouts.md words it; the weights stand in the order of the customers' ids. */
function shared(totalCents: number, weights: readonly number[]): number[] {
  const [total, bricks] = [BigInt(totalCents), BigInt(weights.reduce((sum, weight) => sum + weight, 0))];
  const cents = weights.map((weight) => Number((total * BigInt(weight)) / bricks));
  const left = totalCents - cents.reduce((sum, part) => sum + part, 0);
  const order = weights
    .map((weight, index) => ({ index, weight, rest: (total * BigInt(weight)) % bricks }))
    .toSorted((a, b) => Number(b.rest - a.rest) || b.weight - a.weight || a.index - b.index);
  for (const { index } of order.slice(0, left)) cents[index] = (cents[index] ?? 0) + 1;
  return cents;
}

function assertShares(rows: readonly Readonly<Record<(typeof SHARES)[number], string>>[]): void {
  for (const row of rows)
    assert.deepEqual(shared(wholeOf(row.total), listOf(row.bricks).map(wholeOf)), listOf(row.shares).map(wholeOf));
}

it('G-22', () => assertShares(goldenCase('G-22', SHARES)[0]));

it('G-23', () => {
  const [rows, taxes] = goldenCase('G-23', SHARES, ['holder', 'gross', 'income bps', 'social bps', 'tax', 'income', 'social']);
  assertShares(rows);
  for (const row of taxes) {
    const [gross, incomeBps, socialBps] = [wholeOf(row.gross), wholeOf(row['income bps']), wholeOf(row['social bps'])];
    const tax = basisPointsOf(centsOf(gross), incomeBps + socialBps);
    const income = basisPointsOf(centsOf(gross), incomeBps);
    assert.deepEqual([tax, income, tax - income], [wholeOf(row.tax), wholeOf(row.income), wholeOf(row.social)], row.holder);
  }
});

it('G-24', () => assertShares(goldenCase('G-24', SHARES)[0]));
