// The golden case of docs/domain that this room computes, read from its page: the years that may be declared.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { goldenCase, listOf, wholeOf } from '../../../../test/support/domain-pages.ts';
import { parisDate } from '../../../core/dates.ts';
import { submittableYears } from './rules.ts';

it('G-17', () => {
  const [rows] = goldenCase('G-17', ['now', 'income', 'requested', 'years']);
  for (const row of rows)
    assert.deepEqual(
      submittableYears({
        today: parisDate(Temporal.Instant.from(row.now)),
        hasTaxableIncome: row.income === 'yes',
        requestedYears: listOf(row.requested).map(wholeOf),
      }),
      listOf(row.years).map(wholeOf),
      JSON.stringify(row),
    );
});
