// Tests reach their states through the product: a statement that writes says why it must, and of states there are only so many.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTree, treeOf } from './engine.ts';
import { report } from './findings.ts';
import { STATES_BY_SQL, unexplainedWrites, writesOf } from './test-writes.ts';
import { REPOSITORY } from './walls.ts';

const placesIn = (sources: Record<string, string>, limit = 1) =>
  unexplainedWrites(treeOf(sources), limit).map(({ file, line }) => `${file}:${line}`);

describe('statements that write, in tests', () => {
  const repository = readTree(REPOSITORY);
  it('say why the product cannot bring a state about, and are few', () => {
    const findings = unexplainedWrites(repository, STATES_BY_SQL);
    assert.equal(findings.length, 0, report(findings));
  });
  it('are as many as the limit says, which follows them down', () => {
    assert.equal(writesOf(repository).filter(({ kind }) => kind === 'By SQL').length, STATES_BY_SQL);
  });
  for (const statement of [
    'await sql(`update deal set status = $2 where id = $1`);',
    "await sql('insert into deal (id) values ($1)');",
    'await sql`delete\n  from deal`;',
    `await sql\`update deal set \${change}\`;`,
    `await sql\`update \${table} set \${change}\`;`,
    'await sql(`with gone as (select 1) update pgboss.job set state = 1`);',
    "await db.updateTable('deal').set({}).execute();",
    "await db.deleteFrom('deal').execute();",
  ])
    it(`are found: ${statement.replace(/\s+/g, ' ')}`, () => {
      assert.deepEqual(placesIn({ 'src/features/a/b/c.test.ts': `\n${statement}` }), ['src/features/a/b/c.test.ts:2']);
      assert.deepEqual(placesIn({ 'test/support/states.ts': statement }), ['test/support/states.ts:1']);
      assert.deepEqual(placesIn({ 'test/faults/flows.ts': `// By SQL: a reason\n${statement}` }), []);
      assert.deepEqual(placesIn({ 'src/features/a/b/queries.ts': statement }), []);
    });
  it('are no reads, no comments, no locks, and no statements of the product that a test waits for', () => {
    const source = `
      // update deal set status
      await sql('select from deal for update of deal');
      proxy.hold('insert into "deal"');`;
    assert.deepEqual(placesIn({ 'src/a.test.ts': source }), []);
  });
  it('are counted where they arrange a state, at its builder or beside it, and not where the database refuses them', () => {
    const state = "/** By SQL: a reason */\nconst gone = (id) => sql('delete from deal', [id]);\n";
    const refused =
      "await assert.rejects(sql('delete from ledger_line'));\n// Damage: a cent\nsql('update deal set cents = 1');\n";
    assert.deepEqual(placesIn({ 'test/a.ts': state + refused }), []);
    assert.deepEqual(placesIn({ 'test/a.ts': state + refused + state }), ['test/a.ts:2', 'test/a.ts:7']);
  });
});
