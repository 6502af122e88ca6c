// Turns and medians.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUNDS, sideBySide } from './side-by-side.ts';

test('both sides take turns, and the first round does not count', async () => {
  const turns: string[] = [];
  const figures = [1_000, 10, 20, 30, 40, 50];
  const comparison = await sideBySide(
    async (round) => {
      turns.push(`ours ${round}`);
      return figures[round] ?? Number.NaN;
    },
    async (round) => {
      turns.push(`theirs ${round}`);
      return round === 0 ? 1 : 100;
    },
    () => {},
  );
  assert.deepEqual(turns.slice(0, 4), ['ours 0', 'theirs 0', 'ours 1', 'theirs 1']);
  assert.equal(turns.length, 2 * (ROUNDS + 1));
  assert.deepEqual(comparison, { ours: 30, theirs: 100, ratio: 0.3, spread: [0.1, 0.5] });
});

test('the ratio is the median of the rounds, not the ratio of the medians', async () => {
  const ours = [0, 1, 2, 3, 4, 100];
  const theirs = [0, 10, 2, 1, 100, 4];
  const { ratio } = await sideBySide(
    async (round) => ours[round] ?? Number.NaN,
    async (round) => theirs[round] ?? Number.NaN,
    () => {},
  );
  assert.equal(ratio, 1);
});
