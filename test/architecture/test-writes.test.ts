// Tests reach their states through the product: one that writes rows by itself fails here, unless it says why it must.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTree, treeOf } from './engine.ts';
import { report } from './findings.ts';
import { MAY_WRITE, testWrites } from './test-writes.ts';
import { REPOSITORY } from './walls.ts';

const placesIn = (sources: Record<string, string>, allowed = {}) =>
  testWrites(treeOf(sources), allowed).map(({ file, line }) => `${file}:${line}`);

describe('statements that write, in tests', () => {
  it('stand in test/support alone', () => {
    const findings = testWrites(readTree(REPOSITORY), MAY_WRITE);
    assert.equal(findings.length, 0, report(findings));
  });
  for (const statement of [
    'await sql(`update deal set status = $2 where id = $1`);',
    "await sql('insert into deal (id) values ($1)');",
    'await sql`delete\n  from deal`;',
    `await sql\`update deal set \${change}\`;`,
    'await sql(`with gone as (select 1) update pgboss.job set state = 1`);',
    "await db.updateTable('deal').set({}).execute();",
    "await db.deleteFrom('deal').execute();",
  ])
    it(`are found: ${statement.replace(/\s+/g, ' ')}`, () => {
      assert.deepEqual(placesIn({ 'src/features/a/b/c.test.ts': `\n${statement}` }), ['src/features/a/b/c.test.ts:2']);
      assert.deepEqual(placesIn({ 'test/faults/flows.ts': statement }), ['test/faults/flows.ts:1']);
      assert.deepEqual(placesIn({ 'test/support/states.ts': statement, 'src/features/a/b/queries.ts': statement }), []);
    });
  it('are no reads, no comments, no locks, and no statements of the product that a test waits for', () => {
    const source = `
      // update deal set status
      await sql('select from deal for update of deal');
      proxy.hold('insert into "deal"');`;
    assert.deepEqual(placesIn({ 'src/a.test.ts': source }), []);
  });
  it('need a reason that is still needed', () => {
    const allowed = { 'src/a.test.ts': 'a reason' };
    assert.deepEqual(placesIn({ 'src/a.test.ts': "sql('delete from deal')" }, allowed), []);
    assert.deepEqual(placesIn({ 'src/a.test.ts': '' }, allowed), ['src/a.test.ts:1']);
  });
});
