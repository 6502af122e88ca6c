// `npm run admin -- break-glass`: for an administrator who lost every second factor and whom no other owner can help (access.md#second-factors).

import { COMMAND_LINE, recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { resetFactors } from '../factors/index.ts';
import { discardPassword, findUserByEmail, makeResetLink } from '../session/index.ts';
import { tellOwners } from './change-administrators.ts';
import { findAdministratorIds, findRoles, lockOwners } from './queries.ts';

/**
 * In one transaction: takes the factors, the recovery codes, the password and every session; makes a link, good once and for an hour, with
 * which a new password is chosen; writes the audit row; and mails every administrator. The next sign-in registers a first factor, by a code
 * mailed to the address. Returns the link. Throws for an address that is no administrator's.
 */
export async function breakGlass(
  deps: Pick<AppDeps, 'config' | 'db' | 'clock' | 'jobs'>,
  { email }: { email: string },
): Promise<{ url: string; until: string }> {
  return inTransaction(deps.db, async (tx) => {
    await lockOwners(tx);
    const known = await findUserByEmail(tx, email);
    if (known?.role !== 'admin' || (await findRoles(tx, known.id)).length === 0)
      throw new Error(`${email} is no administrator's address`);
    const at = deps.clock.now();
    const taken = await resetFactors(tx, deps, known.id);
    await discardPassword(tx, { userId: known.id, at });
    const { url, until } = await makeResetLink(tx, deps, known.email);
    await recordAdminAction(tx, {
      kind: 'ADMINISTRATOR_BREAK_GLASS',
      administrator: COMMAND_LINE,
      target: { type: 'administrator', id: known.id },
      payload: { taken },
      at,
    });
    const told = await findAdministratorIds(tx);
    await tellOwners(tx, deps, { owners: told, what: 'break-glass', email: known.email, by: COMMAND_LINE.email, at });
    return { url, until: until.toString() };
  });
}
