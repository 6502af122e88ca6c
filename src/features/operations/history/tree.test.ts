// The tree of a day as the database makes it, beside one that is made as RFC 6962 words it: its root, and the way of every leaf to it.

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../../test/support/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

const sha256 = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leafOf = (n: number) => sha256(Buffer.of(0), Buffer.from(`row ${n}`));

/** RFC 6962, 2.1: split at the largest power of two that is smaller than the number of leaves. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** Damage: nothing but a day with this many rows, in two tables, which otherwise only history_seal writes. */
async function day(rows: number): Promise<string> {
  const postings = Math.ceil(rows / 3);
  const made = '2026-01-01';
  await client.query(`set session_replication_role = replica; delete from history_leaves; delete from history_head`);
  for (const [table, from, to] of [
    ['admin_action', 0, rows - postings - 1],
    ['ledger_posting', rows - postings, rows - 1],
  ] as const)
    await client.query(
      `insert into history_leaves (day, table_name, ids, leaves)
       select $1, $2, array_agg(n::text order by n), array_agg(history_leaf('row ' || n) order by n) from generate_series($3::integer, $4::integer) as n
       having count(*) > 0`,
      [made, table, from, to],
    );
  await client.query(
    `insert into history_head (day, previous_sha256, root_sha256, blocks, counts, head_sha256, sealed_at)
     select $1, sha256(''), history_root(history_blocks(history_leaves_of($1))), history_blocks(history_leaves_of($1)), '{}', sha256(''), now()`,
    [made],
  );
  return made;
}

async function rootOfDay(made: string): Promise<Buffer> {
  const { rows } = await client.query<{ root: Buffer }>('select root_sha256 as root from history_head where day = $1', [made]);
  return rows[0]?.root ?? assert.fail('no head');
}

/** Where the way of a leaf leads. */
async function climb(made: string, n: number, rows: number): Promise<Buffer> {
  const table = n < rows - Math.ceil(rows / 3) ? 'admin_action' : 'ledger_posting';
  const { rows: steps } = await client.query<{ side: string; sha256: Buffer }>(
    'select side, sha256 from history_path($1, $2, $3) order by level',
    [made, table, String(n)],
  );
  let node = leafOf(n);
  for (const step of steps)
    node = step.side === 'left' ? sha256(Buffer.of(1), step.sha256, node) : sha256(Buffer.of(1), node, step.sha256);
  return node;
}

describe('the tree of a day', () => {
  for (const rows of [0, 1, 2, 3, 5, 8, 127, 128, 129, 255, 256, 257, 300, 641])
    it(`of ${rows} rows has the root of RFC 6962, and the way of each row leads to it`, async () => {
      const made = await day(rows);
      const leaves = Array.from({ length: rows }, (_, n) => leafOf(n));
      const root = rootOf(leaves);
      assert.deepEqual(await rootOfDay(made), root);
      for (let n = 0; n < rows; n += 1) assert.deepEqual(await climb(made, n, rows), root, `row ${n}`);
    });

  it('has no way for a row that is not in it', async () => {
    const made = await day(300);
    for (const [table, id] of [
      ['ledger_posting', '0'],
      ['nothing', '0'],
    ])
      assert.equal((await client.query('select from history_path($1, $2, $3)', [made, table, id])).rowCount, 0);
  });
});
