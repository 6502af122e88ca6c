// SQL of administrators: their roles, who they are, and invitations that wait.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { Role } from '../session/index.ts';

/**
 * The owners, locked: whoever changes an administrator takes this first, so that two such changes never see the same last owner. They are
 * read again once the lock is there, as somebody who had it may have made or unmade one.
 */
export async function lockOwners(tx: Tx): Promise<readonly string[]> {
  const owners = tx.selectFrom('administrator_role').select('user_id').where('role', '=', 'owner').orderBy('user_id');
  await owners.forUpdate().execute();
  return (await owners.execute()).map(({ user_id }) => user_id);
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

export async function deleteRoles(tx: Tx, { userId, roles }: { userId: string; roles: readonly Role[] }): Promise<void> {
  await tx.deleteFrom('administrator_role').where('user_id', '=', userId).where('role', 'in', roles).execute();
}

/** An administrator with the roles that they have; undefined for an investor and for nobody. */
export async function findAdministrator(tx: Tx, userId: string) {
  const user = await tx
    .selectFrom('auth_user')
    .select(['id as userId', 'email', 'name'])
    .where('id', '=', userId)
    .where('role', '=', 'admin')
    .executeTakeFirst();
  return user && { ...user, roles: await findRoles(tx, userId) };
}

/** The administrator whom an identity provider means, and since when it names no role for them. */
export async function findIdentity(tx: Tx, { issuer, subject }: { issuer: string; subject: string }) {
  return tx
    .selectFrom('administrator_identity')
    .select(['user_id as userId', 'roles_lost_at as rolesLostAt'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Links an administrator to their name at a provider; false where the administrator has another one there. */
export async function insertIdentity(
  tx: Tx,
  { issuer, subject, userId, at }: { issuer: string; subject: string; userId: string; at: Temporal.Instant },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('administrator_identity')
    .values({ issuer, subject, user_id: userId, linked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Notes that the provider names no role any more (`at`), or, with null, that it does, or that an owner has decided. */
export async function markRolesLost(tx: Tx, { userId, at }: { userId: string; at: Temporal.Instant | null }): Promise<void> {
  await tx.updateTable('administrator_identity').set({ roles_lost_at: at }).where('user_id', '=', userId).execute();
}

/** Whether the provider took somebody's roles, so that they would be back once it names one again. */
export async function mayReturn(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('administrator_identity')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('roles_lost_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a session began at an identity provider. */
export async function isSessionOfIdentity(db: Database, sessionId: string): Promise<boolean> {
  const row = await db.selectFrom('identity_session').select('session_id').where('session_id', '=', sessionId).executeTakeFirst();
  return row !== undefined;
}

/** Whoever has a role. */
export async function findAdministratorIds(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.selectFrom('administrator_role').select('user_id').distinct().execute();
  return rows.map(({ user_id }) => user_id);
}

export async function findAddresses(tx: Tx, userIds: readonly string[]): Promise<readonly string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx.selectFrom('auth_user').select('email').where('id', 'in', userIds).orderBy('email').execute();
  return rows.map(({ email }) => email);
}

/** As a list shows them. `givenBy` is null on the command line. */
export type AdministratorRow = {
  id: string;
  email: string;
  name: string;
  mayReturn: boolean;
  hasSecondFactor: boolean;
  lastSignInAt: Temporal.Instant | null;
  sessions: number;
  roles: { role: Role; givenAt: string; givenBy: string | null }[];
};

/** All administrators, those who were removed last; sessions that last beyond `now` of the machine's clock. */
export async function listAdministratorRows(db: Database, now: Temporal.Instant): Promise<AdministratorRow[]> {
  const { rows } = await sql<AdministratorRow>`
    select
      person.id,
      person.email,
      person.name,
      exists (
        select from administrator_identity identity where identity.user_id = person.id and identity.roles_lost_at is not null
      ) as "mayReturn",
      coalesce(person."twoFactorEnabled", false)
        or exists (select from passkey where passkey.user_id = person.id)
        or exists (select from authenticator where authenticator.user_id = person.id) as "hasSecondFactor",
      sign_in.last_at as "lastSignInAt",
      (
        select count(*)::integer
        from auth_session session
        where session."userId" = person.id
          and session."expiresAt" > ${now}::timestamptz
      ) as sessions,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('role', held.role, 'givenAt', held.given_at, 'givenBy', giver.email)
            order by held.role
          ),
          '[]'
        )
        from administrator_role held
        left join auth_user giver on giver.id = held.given_by
        where held.user_id = person.id
      ) as roles
    from auth_user person
    left join administrator_sign_in sign_in on sign_in.user_id = person.id
    where person.role = 'admin'
    order by exists (select from administrator_role held where held.user_id = person.id) desc, lower(person.name), person.id`.execute(
    db,
  );
  return rows;
}

export type Invitation = {
  id: string;
  email: string;
  roles: Role[];
  invitedBy: string;
  invitedByEmail: string;
  invitedAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
};

/** Invitations that can still be accepted: in time, and from somebody who is an owner still. `id`: this one alone. */
export async function findInvitations(
  db: Database | Tx,
  { now, id }: { now: Temporal.Instant; id?: string },
): Promise<Invitation[]> {
  let open = db
    .selectFrom('administrator_invitation as invitation')
    .innerJoin('auth_user as inviter', 'inviter.id', 'invitation.invited_by')
    .innerJoin('administrator_role as held', (join) =>
      join.onRef('held.user_id', '=', 'inviter.id').on('held.role', '=', 'owner'),
    )
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.roles',
      'invitation.invited_by as invitedBy',
      'inviter.email as invitedByEmail',
      'invitation.invited_at as invitedAt',
      'invitation.expires_at as expiresAt',
    ])
    .where('invitation.expires_at', '>', now)
    .orderBy('invitation.invited_at');
  if (id !== undefined) open = open.where('invitation.id', '=', id);
  // Border: the check of the column lists the roles.
  return (await open.execute()).map((row) => ({ ...row, roles: row.roles as Role[] }));
}

/** Replaces an invitation of the same address, whose link then leads nowhere, and forgets those whose time is over. Returns the id. */
export async function insertInvitation(
  tx: Tx,
  invitation: { email: string; roles: readonly Role[]; invitedBy: string; at: Temporal.Instant; expiresAt: Temporal.Instant },
): Promise<string> {
  const { email, roles, invitedBy, at, expiresAt } = invitation;
  await tx
    .deleteFrom('administrator_invitation')
    .where((row) => row.or([row('email', '=', email), row('expires_at', '<=', at)]))
    .execute();
  const id = newId();
  await tx
    .insertInto('administrator_invitation')
    .values({ id, email, roles: [...roles], invited_by: invitedBy, invited_at: at, expires_at: expiresAt })
    .execute();
  return id;
}

/** False when it has ended already. */
export async function deleteInvitation(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('administrator_invitation').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}
