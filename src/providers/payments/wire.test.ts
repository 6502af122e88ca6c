// The order of what a search found, which the provider does not promise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oldestFirst } from './wire.ts';

test('rows come oldest first, and by id within a second, in whatever order the provider lists them', () => {
  const rows = [
    { id: 30, date: 200 },
    { id: 40, date: 100 },
    { id: 20, date: 200 },
  ];
  assert.deepEqual(
    oldestFirst(rows).map(({ id }) => id),
    [40, 20, 30],
  );
  assert.equal(rows[0]?.id, 30, 'the reply itself stays as it was');
});
