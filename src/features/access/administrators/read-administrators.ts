// What the console asks first and shows of administrators: the own account with its permissions, and who works here.

import type { AdministratorCaller } from '../../../core/http/guards.ts';
import type { AppDeps } from '../../../deps.ts';
import { findUser } from '../session/index.ts';
import { findInvitations, findRoles, type Invitation, isSessionOfIdentity, listAdministratorRows } from './queries.ts';
import type { Administrators, Invitation as InvitationView, OwnAccount } from './schemas.ts';

// GET /administration/me: who is signed in, and what they may do.

export async function readOwnAccount({ db }: Pick<AppDeps, 'db'>, caller: AdministratorCaller): Promise<OwnAccount> {
  const user = await findUser(db, caller.userId);
  if (!user) throw new Error('the user of a session is gone');
  const { id, email, name, twoFactorEnabled } = user;
  const roles = [...(await findRoles(db, id))];
  const isFromIdentityProvider = await isSessionOfIdentity(db, caller.sessionId);
  const permissions = [...caller.permissions];
  return { id, email, name, hasSecondFactor: twoFactorEnabled, isFromIdentityProvider, roles, permissions };
}

// GET /administration/administrators: everybody with their roles, and the invitations that wait.

export async function listAdministrators({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<Administrators> {
  // Sessions run on the machine's clock.
  const rows = await listAdministratorRows(db, Temporal.Now.instant());
  const invitations = await findInvitations(db, { now: clock.now() });
  const owners = rows.filter(({ roles }) => roles.some(({ role }) => role === 'owner'));
  return {
    administrators: rows.map(({ roles, lastSignInAt, ...row }) => ({
      ...row,
      roles: roles.map((held) => ({ ...held, givenAt: Temporal.Instant.from(held.givenAt).toString() })),
      isLastOwner: owners.length === 1 && owners[0]?.id === row.id,
      lastSignInAt: lastSignInAt?.toString() ?? null,
    })),
    invitations: invitations.map(toInvitationView),
  };
}

export function toInvitationView({ id, email, roles, invitedByEmail, invitedAt, expiresAt }: Invitation): InvitationView {
  return { id, email, roles, invitedBy: invitedByEmail, invitedAt: invitedAt.toString(), expiresAt: expiresAt.toString() };
}
