// The sweep over open payment orders: none is forgotten behind others, none stops the rest.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { startWorld, type World } from '../../../test/support/world.ts';
import { listIdleOrders } from './payment-orders.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** An open order without a transaction: its settlement finds no withdrawal. */
async function order(options: { attempts: number; at: string }): Promise<string> {
  const id = randomUUID();
  await world.sql(
    `insert into payment_order (id, kind, purpose, subject_id, status, from_account_id, to_account_id, amount_cents, attempts, created_at)
     values ($1, 'transfer', 'withdrawal-fee', gen_random_uuid(), 'sent', 'nobody', 'mortar-main', 100, $2, $3)`,
    [id, options.attempts, options.at],
  );
  return id;
}

it('takes those first that were looked at least, then the oldest', async () => {
  const waiting = await order({ attempts: 900, at: '2026-11-01T10:00:00Z' });
  const newer = await order({ attempts: 1, at: '2026-11-20T11:00:00Z' });
  const older = await order({ attempts: 1, at: '2026-11-20T10:00:00Z' });
  assert.deepEqual(await listIdleOrders(world.deps.db, 2), [older, newer]);
  assert.deepEqual(await listIdleOrders(world.deps.db, 3), [older, newer, waiting]);
});

it('goes on behind an order that cannot be settled', async () => {
  const report = await world.runJob<{ open: number; broken: number }>('wallet-transactions');
  assert.deepEqual([report.open, report.broken], [3, 3]);
});
