// What the page of a purchase computes by itself: the text of the transfer code, the bricks that were typed, the time that is left.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bricksOf } from '../../web/investors/buy/bricks.ts';
import { timeLeft } from '../../web/investors/buy/time-left.ts';
import { ibanInFours, transferText } from '../../web/investors/buy/transfer-code.ts';

const TRANSFER = {
  iban: 'FR76 3000 6000 0112 3456 7890 189',
  bic: 'AGRIFRPP',
  holder: 'Camille Durand',
  reference: 'c1f4',
  amountCents: 123_405,
};

describe('buying, computed in the page', () => {
  it('the code of a transfer has the lines of EPC069-12', () => {
    assert.deepEqual(transferText(TRANSFER).split('\n'), [
      ...['BCD', '002', '1', 'SCT', 'AGRIFRPP', 'Camille Durand', 'FR7630006000011234567890189', 'EUR1234.05'],
      ...['', '', 'c1f4'],
    ]);
    const lines = transferText({ ...TRANSFER, bic: null, amountCents: 7, holder: 'x'.repeat(80) }).split('\n');
    assert.deepEqual([lines[4], lines[5]?.length, lines[7]], ['', 70, 'EUR0.07']);
    assert.equal(transferText({ ...TRANSFER, amountCents: null }).split('\n')[7], '');
  });

  it('an IBAN is written in fours', () => {
    assert.equal(ibanInFours('FR7630006000011234567890189'), 'FR76 3000 6000 0112 3456 7890 189');
  });

  it('bricks are whole and above zero', () => {
    assert.deepEqual(['5', ' 1 200 ', '0', '', '1,5', '-2', '1e3', '123456789'].map(bricksOf), [
      ...[5, 1_200],
      ...Array(6).fill(undefined),
    ]);
  });

  it('the time that is left is never rounded up, and over at its end', () => {
    const end = new Date('2026-11-29T23:00:00Z');
    assert.deepEqual(timeLeft(new Date('2026-11-26T22:59:59Z'), end), { days: 3, hours: 0, minutes: 0 });
    assert.deepEqual(timeLeft(new Date('2026-11-29T22:00:01Z'), end), { days: 0, hours: 0, minutes: 59 });
    assert.equal(timeLeft(end, end), undefined);
  });
});
