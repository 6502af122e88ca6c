// POST /auth/administrator-invitation/accept: whoever reads the mailbox chooses a name and a password, and works here.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  endOtherSessions,
  endSignIns,
  findUserByEmail,
  insertAdministrator,
  isGuessable,
  type Passwords,
  renameUser,
  updatePasswordHash,
} from '../session/index.ts';
import { tellOwners } from './change-administrators.ts';
import { INVITATION_IS_OVER, INVITED_ADDRESS_IS_TAKEN, INVITED_PASSWORD_IS_TOO_COMMON } from './errors.ts';
import { deleteInvitation, findInvitations, findRoles, insertRoles, lockOwners } from './queries.ts';
import { invitationOfToken } from './rules.ts';
import type { AcceptedInvitation } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'> & { passwords: Pick<Passwords, 'hash'> };

/**
 * 1. the link and the password are checked, before the hash that costs; 2. under the lock: the invitation is used, once, if its sender is
 * an owner still; 3. the account, which an administrator who was removed had before, with nothing that it opened; 4. the roles.
 * Errors: `administrators.invitation-over`, `administrators.password-too-common`, `administrators.address-taken`.
 */
export async function acceptInvitation(deps: Deps, { token, name, password }: AcceptedInvitation): Promise<{ email: string }> {
  const id = invitationOfToken(deps.config, token);
  const [found] = id === undefined ? [] : await findInvitations(deps.db, { now: deps.clock.now(), id });
  if (!found) throw new AppError(INVITATION_IS_OVER);
  if (isGuessable(password, found.email)) throw new AppError(INVITED_PASSWORD_IS_TOO_COMMON);
  const passwordHash = await deps.passwords.hash(password);
  return inTransaction(deps.db, async (tx) => {
    const owners = await lockOwners(tx);
    const at = deps.clock.now();
    const [invitation] = await findInvitations(tx, { now: at, id: found.id });
    if (!invitation || !(await deleteInvitation(tx, invitation.id))) throw new AppError(INVITATION_IS_OVER);
    const { email, roles, invitedBy, invitedByEmail } = invitation;
    const userId = await openAccount(tx, { email, name, at });
    await updatePasswordHash(tx, { userId, passwordHash, at });
    await insertRoles(tx, { userId, roles, givenBy: invitedBy, at });
    await recordAdminAction(tx, {
      kind: 'ADMINISTRATOR_INVITATION_ACCEPTANCE',
      administrator: { administratorId: userId, email },
      target: { type: 'administrator', id: userId },
      payload: { given: roles, by: invitedByEmail },
      at,
    });
    await tellOwners(tx, deps, { owners, what: 'joined', email, by: invitedByEmail, given: roles, at });
    return { email };
  });
}

/** Error: `administrators.address-taken`. */
async function openAccount(tx: Tx, { email, name, at }: { email: string; name: string; at: Temporal.Instant }): Promise<string> {
  const known = await findUserByEmail(tx, email);
  if (!known) return insertAdministrator(tx, { email, name, at });
  if (known.role !== 'admin' || (await findRoles(tx, known.id)).length > 0) throw new AppError(INVITED_ADDRESS_IS_TAKEN);
  // Whoever reset the password since has sessions, which must not wake up with the roles.
  await endOtherSessions(tx, { userId: known.id });
  await endSignIns(tx, { userId: known.id, emails: [email] });
  await renameUser(tx, { userId: known.id, name, at });
  return known.id;
}
