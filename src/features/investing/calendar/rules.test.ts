// The sums of months, and the iCalendar file: escaped, folded at 75 octets without cutting a character, and read back as it was meant.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import type { ProjectPayment } from '../portfolio/index.ts';
import { calendarOf, monthsOf } from './rules.ts';

const WHEN = { at: Temporal.Instant.from('2026-02-12T09:00:00Z'), origin: 'https://mortar.example.com' };

const payment = (propertyName: string): ProjectPayment => ({
  ...{ propertyId: newId<PropertyId>(), propertyName, date: '2026-02-10', plannedDate: '2026-02-10', kind: 'coupon' },
  ...{ period: '2026-01', state: 'paid', grossCents: centsOf(1_000), taxCents: centsOf(314), netCents: centsOf(686) },
});

/** The values of a property, as a reader of RFC 5545 has them. */
function valuesOf(file: string, name: string): string[] {
  return file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replaceAll(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)));
}

describe('monthsOf', () => {
  it('has what came, what is expected, what is late and what was refused apart, each once, in cents', () => {
    const row = (date: string, state: ProjectPayment['state'], cents: number) => ({ date, state, netCents: centsOf(cents) });
    const months = monthsOf([
      row('2026-11-26', 'paid', 69),
      ...[row('2026-11-26', 'arrived', 309), row('2026-11-26', 'late', 160), row('2026-11-27', 'on-its-way', 1)],
      ...[row('2026-11-30', 'refused', 2), row('2026-12-10', 'coming', 229), row('2026-12-10', 'coming', 309)],
    ]);
    assert.deepEqual(months, [
      { period: '2026-11', receivedCents: 69, expectedCents: 310, lateCents: 160, refusedCents: 2 },
      { period: '2026-12', receivedCents: 0, expectedCents: 538, lateCents: 0, refusedCents: 0 },
    ]);
    assert.deepEqual(monthsOf([]), []);
  });
});

describe('calendarOf', () => {
  it('escapes what would end a value or a line', () => {
    const file = calendarOf([payment('Les Tilleuls; Lyon, 3e \\ bis\r\nDTSTART:19700101')], WHEN);
    assert.match(String(valuesOf(file, 'SUMMARY')[0]), /^Intérêts Les Tilleuls; Lyon, 3e \\ bis\nDTSTART:19700101 : 6,86/);
    assert.ok(file.replaceAll('\r\n ', '').includes(String.raw`Les Tilleuls\; Lyon\, 3e \\ bis\nDTSTART:19700101 : 6\,86`));
    assert.equal(file.split('\r\n').filter((line) => line.startsWith('DTSTART')).length, 1);
  });

  it('folds any name at 75 octets, and loses no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (typed) => {
        const name = typed.replaceAll(/\r\n|\r|\n/g, ' ');
        const file = calendarOf([payment(name)], WHEN);
        for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
        assert.ok(String(valuesOf(file, 'SUMMARY')[0]).startsWith(`Intérêts ${name} : 6,86`));
      }),
    );
  });

  it('names each event once, and the same event alike when it is paid', () => {
    const first = payment('Les Acacias');
    const uids = valuesOf(calendarOf([first, { ...first, state: 'refused' }], WHEN), 'UID');
    assert.equal(new Set(uids).size, 2);
    assert.deepEqual(valuesOf(calendarOf([{ ...first, state: 'coming', date: '2026-02-12' }], WHEN), 'UID'), [uids[0]]);
  });

  it('of nothing is a calendar all the same', () => {
    const file = calendarOf([], WHEN);
    assert.ok(file.startsWith('BEGIN:VCALENDAR\r\n') && file.endsWith('END:VCALENDAR\r\n'));
  });
});
