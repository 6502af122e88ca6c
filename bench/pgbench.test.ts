// What becomes of captured statements on their way into a pgbench script.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TypedStatement, writeScript } from './pgbench.ts';

const OPTIONS = {
  clients: 4,
  kind: 'ab',
  varying: [{ name: 'deal', prefix: 'dea10000-0000-4000-8000-', text: '100000000007', formula: ':n' }],
};
const script = (...statements: TypedStatement[]) => writeScript(statements, OPTIONS).split('\n');

test('numbers each transaction through all clients', () => {
  assert.deepEqual(script().slice(0, 4), [
    '\\set n :first + :i * 4 + :client_id',
    '\\set i :i + 1',
    '\\set made 100000000000 + :n',
    '\\set deal 100000000000 + :n',
  ]);
});

test('computes what varies and keeps what does not', () => {
  const [statement] = script({
    // Never run: only translated.
    text: 'update deal set status = $2 where id = $1',
    values: ['dea10000-0000-4000-8000-100000000007', 'reserved'],
    types: ['uuid', 'text'],
  }).slice(4);
  assert.equal(
    statement,
    // Never run: only compared.
    `update deal set status = (E'reserved'::text)::text where id = (E'dea10000-0000-4000-8000-'::text || :deal)::uuid;`,
  );
});

test('gives an id that the service made up the same new id wherever it stands', () => {
  const id = '7b0a35a1-21bb-44ff-9a3f-5d0c2f0f8a11';
  const [first = '', second = ''] = script(
    { text: 'insert $1', values: [id], types: ['uuid'] },
    { text: 'insert $1', values: [`{"order":"${id}"}`], types: ['json'] },
  ).slice(4);
  const made = /E'fab[0-9a-f]{5}-0000-4000-8000-'::text \|\| :made/.exec(first)?.[0];
  assert.ok(made, first);
  assert.ok(second.includes(made), second);
});

test('hides colons, quotes and backslashes from pgbench and from PostgreSQL', () => {
  const [statement = ''] = script({ text: 'select $1', values: [`INV:a'b\\c`], types: ['text'] }).slice(4);
  assert.equal(statement, `select (E'INV\\x3aa''b\\\\c'::text)::text;`);
});

test('leaves null without a value', () => {
  assert.equal(script({ text: 'select $1', values: [null], types: ['uuid'] })[4], 'select null::uuid;');
});
