// The figures behind the row of enumeration, by samples whose answer is known.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cropped, quantile, welchT } from './welch.ts';

describe('welchT', () => {
  it('is that of the textbook', () => {
    const one = [27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4];
    const other = [27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.4];
    assert.equal(welchT(one, other).toFixed(2), '-2.85');
    assert.equal(welchT(other, one).toFixed(2), '2.85');
  });
  it('is 0 for the same', () => assert.equal(welchT([1, 1, 1], [1, 1, 1]), 0));
});

it('quantile and crop', () => {
  const sample = Array.from({ length: 100 }, (_, n) => 100 - n);
  assert.equal(quantile(sample, 0.99), 100);
  assert.equal(quantile(sample, 0.5), 51);
  assert.deepEqual(cropped([1, 2, 3, 100], [1, 2, 3, 4], 0.8), [
    [1, 2, 3],
    [1, 2, 3, 4],
  ]);
});
