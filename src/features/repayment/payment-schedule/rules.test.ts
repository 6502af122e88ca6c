// How long a prorogation must be (schedule.md#prorogation).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prorogationFault } from './rules.ts';

const G7 = { durationInMonths: 12, prorogations: [{ durationInMonths: 15, interestRate: null }] };

describe('prorogationFault (G-7)', () => {
  for (const [months, code] of [
    [0, 'prorogation-duration-should-be-greater-than-nominal-duration'],
    [12, 'prorogation-duration-should-be-greater-than-nominal-duration'],
    [13, 'prorogation-duration-should-be-greater-than-current-duration'],
    [15, 'prorogation-duration-should-be-greater-than-current-duration'],
    [16, undefined],
  ] as const) {
    it(`${months} after 12 and 15: ${code ?? 'none'}`, () => assert.equal(prorogationFault(G7, months), code));
  }
});
