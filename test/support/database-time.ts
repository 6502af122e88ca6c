// Time that passes only for the database: what it compares with its own clock, or with a day that the clock of a test must not reach.

import type { World } from './world.ts';

/** Rows and their columns that hold moments; `where` numbers its `values` from $2. */
type Moments = { table: string; columns: readonly string[]; where: string; values?: readonly unknown[] };

/** Moves the moments back by an interval of PostgreSQL, as if it had passed. */
export async function timePasses(world: World, { table, columns, where, values = [] }: Moments, by: string): Promise<void> {
  const changes = columns.map((column) => `${column} = ${column} - $1::interval`).join(', ');
  // By SQL: the clock of a test moves neither the database's own nor one row without all others.
  await world.sql(`update ${table} set ${changes} where ${where}`, [by, ...values]);
}
