// Work that is taken back: what it sees, what others see, and what fails in it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { startWorld, type World } from '../../../test/support/world.ts';
import type { Database } from './pool.ts';
import { rehearse } from './rehearsal.ts';
import { inTransaction, violatedConstraint } from './transaction.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const add = (db: Parameters<typeof inTransaction>[0], name: string) =>
  inTransaction(
    db,
    async (tx) =>
      void (await sql`select ledger_post(
    gen_random_uuid(), 'confirm', 'TEST', now(), now(), array['EXT', ${name}], array[-1, 1]::bigint[])`.execute(tx)),
  );
const balanceOf = async (db: Database, name: string) =>
  (await db.selectFrom('ledger_account').select('balance_cents').where('name', '=', name).executeTakeFirst())?.balance_cents;

describe('rehearse', () => {
  it('what it writes it reads again, and it is gone afterwards', async () => {
    const { db } = world.deps;
    const seen = await rehearse(db, async (_around, inner) => {
      await add(inner, 'PLAT:MAIN');
      await add(inner, 'PLAT:MAIN');
      assert.equal(await balanceOf(db, 'PLAT:MAIN'), undefined, 'somebody else sees it');
      return balanceOf(inner, 'PLAT:MAIN');
    });
    assert.equal(seen, 2);
    assert.equal(await balanceOf(db, 'PLAT:MAIN'), undefined);
  });

  it('a transaction that fails is taken back alone', async () => {
    const seen = await rehearse(world.deps.db, async (_around, inner) => {
      await add(inner, 'PLAT:TAX');
      const tooMuch = inTransaction(inner, async (tx) => {
        await sql`select ledger_post(
          gen_random_uuid(), 'confirm', 'TEST', now(), now(), array['PLAT:TAX', 'EXT'], array[-9, 9]::bigint[])`.execute(tx);
      });
      assert.equal(violatedConstraint(await tooMuch.catch((error: unknown) => error)), 'ledger_balance_not_negative');
      return balanceOf(inner, 'PLAT:TAX');
    });
    assert.equal(seen, 1);
  });

  it('transactions that are opened at once run one after the other', async () => {
    const seen = await rehearse(world.deps.db, async (_around, inner) => {
      await Promise.all(Array.from({ length: 5 }, () => add(inner, 'PLAT:MAIN')));
      return balanceOf(inner, 'PLAT:MAIN');
    });
    assert.equal(seen, 5);
  });

  it('what fails fails as it is, and leaves nothing', async () => {
    const failing = rehearse(world.deps.db, async (_around, inner) => {
      await add(inner, 'PLAT:MAIN');
      throw new RangeError('no');
    });
    await assert.rejects(failing, RangeError);
    assert.equal(await balanceOf(world.deps.db, 'PLAT:MAIN'), undefined);
  });
});
