// The days of a list in the address: which of them are asked for, and what is said of the others.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultsOfDays, rightDays } from '../../web/console/design/days.ts';

describe('the days of a list', () => {
  it('are asked for where they are days of these centuries, in their order', () => {
    for (const days of [{}, { from: '1900-01-01' }, { from: '2024-02-29', to: '2024-02-29' }, { to: '2199-12-31' }]) {
      assert.deepEqual(faultsOfDays(days), {});
      assert.deepEqual(rightDays(days), days);
    }
    assert.deepEqual(rightDays({ from: '', to: '' }), {});
  });
  it('are left out where they are none, and it is said why', () => {
    assert.deepEqual(faultsOfDays({ from: '2026-02-29', to: 'demain' }), { from: 'no-day', to: 'no-day' });
    assert.deepEqual(faultsOfDays({ from: '0026-01-01', to: '2200-01-01' }), { from: 'year', to: 'year' });
    assert.deepEqual(faultsOfDays({ from: '2026-02-02', to: '2026-02-01' }), { to: 'before-first' });
    assert.deepEqual(rightDays({ from: '2026-02-02', to: '2026-02-01' }), { from: '2026-02-02' });
    assert.deepEqual(rightDays({ from: '2026-13-01', to: '2026-02-01' }), { to: '2026-02-01' });
  });
});
