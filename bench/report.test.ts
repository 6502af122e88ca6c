// How a figure is compared and shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Figure, tableOf } from './report.ts';

const RATIO = { atLeast: 0.45, stretch: 0.55 };
const COUNT = { atMost: 6, stretch: 3 };

/** Last cell of the figure's line. */
function verdict(figure: Pick<Figure, 'value' | 'bar'>): string | undefined {
  const [, , line = ''] = tableOf([{ row: 'row', ours: 'a', beside: 'b', ...figure }]).split('\n');
  return line.split(/ {2,}/).at(-1);
}

test('a ratio meets its bar from below', () => {
  assert.equal(verdict({ value: 0.44, bar: RATIO }), 'missed');
  assert.equal(verdict({ value: 0.45, bar: RATIO }), 'met');
  assert.equal(verdict({ value: 0.55, bar: RATIO }), 'stretch');
});

test('a count meets its bar from above', () => {
  assert.equal(verdict({ value: 7, bar: COUNT }), 'missed');
  assert.equal(verdict({ value: 6, bar: COUNT }), 'met');
  assert.equal(verdict({ value: 3, bar: COUNT }), 'stretch');
});

test('what was not measured has no verdict', () => {
  assert.equal(verdict({ bar: RATIO }), '-');
  assert.equal(verdict({ value: 0.1 }), '-');
});

test('notes follow the table', () => {
  const table = tableOf([{ row: 'purchase', ours: 'a', beside: 'b', notes: ['measured alone'] }]);
  assert.match(table, /\n {2}purchase: measured alone$/);
});
