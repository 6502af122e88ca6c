// Calls that work by key (ADR 0023) scan no table, also where the planner takes it for empty.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { centsOf } from '../../src/core/cents.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { move, postToLedger } from '../../src/money/ledger/index.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

it('a posting scans no table', async () => {
  await world.sql('vacuum analyze ledger_account, ledger_posting, ledger_line');
  const scanned = await inTransaction(world.deps.db, async (tx) => {
    const at = world.deps.clock.now();
    for (let n = 0; n < 3; n += 1)
      await postToLedger(tx, {
        ...{ reference: randomUUID(), step: 'confirm', type: 'MONEY_IN', eventAt: at, createdAt: at },
        lines: move(centsOf(500), 'EXT', `INV:${randomUUID()}:AVAILABLE`),
      });
    const { rows } = await sql<{ table: string; scans: number; reads: number }>`
      select relname as table, seq_scan::integer as scans, idx_scan::integer as reads from pg_stat_xact_user_tables
      where relname in ('ledger_account', 'ledger_posting') order by 1`.execute(tx);
    return rows;
  });
  assert.deepEqual(
    scanned.map(({ table, scans }) => ({ table, scans })),
    [
      { table: 'ledger_account', scans: 0 },
      { table: 'ledger_posting', scans: 0 },
    ],
  );
  for (const { table, reads } of scanned) assert.ok(reads > 0, table);
});

it('each of them has the setting', async () => {
  const told = await world.sql<{ name: string }>(
    `select proname as name from pg_proc
     where proconfig @> array['enable_seqscan=off', 'plan_cache_mode=force_generic_plan'] order by 1`,
  );
  assert.deepEqual(
    told.map(({ name }) => name),
    ['ledger_post', 'ledger_release', 'payment_create', 'purchase_bricks', 'purchase_deal', 'withdraw'],
  );
});
