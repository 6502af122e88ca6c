// Collection days of direct debits.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { collectionDate } from './rules.ts';

// today | due | day of month | collected
const CASES = `
2026-01-20 | 2026-02-01 | 5  | 2026-02-05
2026-02-01 | 2026-02-01 | 5  | 2026-02-05
2026-02-02 | 2026-02-01 | 5  | 2026-02-05
2026-02-03 | 2026-02-01 | 5  | 2026-03-05
2026-02-03 | 2026-02-01 | 31 | 2026-02-28
2026-02-10 | 2027-01-15 | 15 | 2027-01-15
2026-02-10 | 2027-01-15 | 14 | 2027-02-14
2026-01-28 | 2026-01-01 | 31 | 2026-01-31
2026-01-29 | 2026-01-01 | 31 | 2026-02-28
2026-03-05 | 2026-03-01 | 9  | 2026-04-09
2026-03-05 | 2026-03-01 | 10 | 2026-03-10
2026-03-06 | 2026-03-01 | 10 | 2026-04-10
2026-03-06 | 2026-03-01 | 11 | 2026-03-11
2026-03-07 | 2026-03-01 | 11 | 2026-03-11
2026-04-02 | 2026-04-01 | 8  | 2026-05-08
2026-04-02 | 2026-04-01 | 9  | 2026-04-09
2026-04-29 | 2026-04-01 | 4  | 2026-06-04
2026-04-29 | 2026-04-01 | 5  | 2026-05-05
2026-12-23 | 2026-12-01 | 28 | 2027-01-28
2026-12-23 | 2026-12-01 | 29 | 2026-12-29
2026-12-30 | 2026-12-01 | 2  | 2027-02-02
2026-12-30 | 2026-12-01 | 5  | 2027-01-05
2026-12-31 | 2026-12-01 | 6  | 2027-01-06`;

for (const line of CASES.trim().split('\n')) {
  const [today = '', dueDate = '', dayOfMonth = '', expected = ''] = line.split('|').map((cell) => cell.trim());
  it(`asked on ${today} for ${dueDate}, day ${dayOfMonth}: ${expected}`, () => {
    const date = collectionDate({
      today: Temporal.PlainDate.from(today),
      dueDate: Temporal.PlainDate.from(dueDate),
      leadDays: 3,
      dayOfMonth: Number(dayOfMonth),
    });
    assert.equal(date.toString(), expected);
  });
}
