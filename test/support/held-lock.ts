// Holds a lock of the database while requests run into it: a race whose order the test decides.

import pg from 'pg';
import type { World } from './world.ts';

/**
 * `waiting(n)` resolves once `n` transactions of the service wait for a lock; `take` locks more in the same transaction; `release` lets
 * them go on.
 */
export type HeldLock = {
  waiting(count: number): Promise<unknown>;
  take(statement: string, values?: unknown[]): Promise<unknown>;
  release(): Promise<void>;
};

/** Every administrator's change waits for its audit row, with all that it wrote and locked before: as if it had not committed yet. */
export const holdAuditRows = (world: World): Promise<HeldLock> => holdLock(world, 'lock table admin_action in exclusive mode');

/** Takes what `statement` locks, as the superuser, until released. */
export async function holdLock(world: World, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: world.environment.DATABASE_URL ?? '' });
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  const release = async () => {
    await client.query('rollback');
    await client.end();
  };
  const areWaiting = async (count: number) => {
    const [row] = await world.sql<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row && row.count >= count;
  };
  return {
    waiting: (count) =>
      world
        .until(() => areWaiting(count), `${count} transactions wait for a lock`)
        .catch(async (error: unknown) => {
          await release();
          throw error;
        }),
    take: (more, moreValues = []) =>
      client.query(more, moreValues).catch(async (error: unknown) => {
        await release();
        throw error;
      }),
    release,
  };
}
