// Cursors are opaque, exact to the microsecond, and refuse what we never gave.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../errors.ts';
import { decodeCursor, encodeCursor, toPage } from './pagination.ts';

const ID = '0b8f9f0e-6a1d-4b7e-9d4f-2f6d0f9c1a2b';
const key = (at: string) => ({ at: Temporal.Instant.from(at), id: ID });

describe('cursor', () => {
  for (const at of ['2026-11-20T22:57:27.123456Z', '2026-01-01T00:00:00Z'])
    it(`carries ${at} there and back`, () => {
      const decoded = decodeCursor(encodeCursor(key(at)));
      assert.deepEqual([decoded?.at.toString(), decoded?.id], [at, ID]);
    });
  it('is absent on the first page', () => assert.equal(decodeCursor(undefined), undefined));

  const foreign = ['', 'x', '2026-01-01T00:00:00Z', encodeCursor(key('2026-01-01T00:00:00Z')).slice(0, -4)].concat(
    [`2026-01-01T00:00:00Z|${'-'.repeat(36)}`, `2026-13-01T00:00:00Z|${ID}`, `+099999-01-01T00:00:00Z|${ID}`].map((text) =>
      Buffer.from(text).toString('base64url'),
    ),
  );
  for (const cursor of foreign)
    it(`refuses "${cursor}"`, () =>
      assert.throws(
        () => decodeCursor(cursor),
        (error) => error instanceof AppError && error.code === 'validation-failed',
      ));
});

describe('toPage', () => {
  const rows = ['2026-01-03T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'].map(key);
  const page = (limit: number) =>
    toPage(
      rows,
      limit,
      (row) => row,
      (row) => row.at.toString(),
    );

  it('has a next page when there is a row too many, and points behind the last row shown', () => {
    const { items, nextCursor } = page(2);
    assert.deepEqual(items, ['2026-01-03T00:00:00Z', '2026-01-02T00:00:00Z']);
    assert.equal(decodeCursor(nextCursor ?? undefined)?.at.toString(), '2026-01-02T00:00:00Z');
  });
  it('is the last one when the rows just fit', () => assert.equal(page(3).nextCursor, null));
  it('may be empty', () =>
    assert.deepEqual(
      toPage([], 5, () => key('2026-01-01T00:00:00Z'), String),
      { items: [], nextCursor: null },
    ));
});
