// Amounts as the pages write them.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { euros } from '../../web/core/format.ts';

it('an amount without its cents never says more than there is', () => {
  const written = [19_693, 99, -99, -199].map((cents) => euros(cents, { digits: 0 }));
  assert.deepEqual(written, ['196\u202f€', '0\u202f€', '0\u202f€', '\u22121\u202f€']);
  assert.equal(euros(19_693), '196,93\u202f€');
});
