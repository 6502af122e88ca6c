// SQL of administrators: their roles.

import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Role } from '../session/index.ts';

/**
 * The owners, locked: whoever changes an administrator takes this first, so that two such changes never see the same last owner. Those
 * who are no owner any more when the lock is there are left out.
 */
export async function lockOwners(tx: Tx): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('administrator_role')
    .select('user_id')
    .where('role', '=', 'owner')
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The roles of a user, in the order of their names. */
export async function findRoles(db: Database | Tx, userId: string): Promise<readonly Role[]> {
  const rows = await db.selectFrom('administrator_role').select('role').where('user_id', '=', userId).orderBy('role').execute();
  return rows.map(({ role }) => role);
}

/** Gives roles; those that the user has stay as they were given. `givenBy`: absent on the command line. */
export async function insertRoles(
  tx: Tx,
  given: { userId: string; roles: readonly Role[]; givenBy?: string; at: Temporal.Instant },
): Promise<void> {
  const { userId, roles, givenBy = null, at } = given;
  await tx
    .insertInto('administrator_role')
    .values(roles.map((role) => ({ user_id: userId, role, given_by: givenBy, given_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
