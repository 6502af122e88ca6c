// SQL of users, passwords and sessions, on the tables of better-auth (db/schema/03_access.sql; a test compares them with the library's
// schema). Sessions expire by the machine's clock, as in the library; `at` is only the time of the change.

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { pipelinedRead } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import { type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { EMAIL_ALREADY_USED } from './errors.ts';
import type { Role } from './roles.ts';

/** A user of the session layer, without secrets. */
export type SessionUser = {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  role: 'user' | 'admin';
  twoFactorEnabled: boolean;
};

/** The user with this address, in upper or lower case. */
export async function findUserByEmail(db: Database | Tx, email: string): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('auth_user')
    .select(['id', 'email', 'emailVerified', 'name', 'role', 'twoFactorEnabled'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row && { ...row, twoFactorEnabled: row.twoFactorEnabled === true };
}

/** The user with this id. */
export async function findUser(db: Database | Tx, userId: string): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('auth_user')
    .select(['id', 'email', 'emailVerified', 'name', 'role', 'twoFactorEnabled'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, twoFactorEnabled: row.twoFactorEnabled === true };
}

/**
 * Stores a new password hash (check a client's with `isAcceptablePasswordHash` first). What the old one opened ends by `credentialChanged`.
 */
export async function updatePasswordHash(
  tx: Tx,
  change: { userId: string; passwordHash: string; at: Temporal.Instant },
): Promise<void> {
  const { userId, passwordHash, at } = change;
  const updated = await tx
    .updateTable('auth_account')
    .set({ password: passwordHash, updatedAt: at })
    .where('userId', '=', userId)
    .where('providerId', '=', CREDENTIAL)
    .returning('id')
    .executeTakeFirst();
  if (!updated) {
    await tx
      .insertInto('auth_account')
      .values({
        id: newId(),
        accountId: userId,
        providerId: CREDENTIAL,
        userId,
        password: passwordHash,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
  }
}

/** No password opens the account any more, until one is set by a mailed code. */
export async function discardPassword(tx: Tx, change: { userId: string; at: Temporal.Instant }): Promise<void> {
  await tx
    .updateTable('auth_account')
    .set({ password: null, updatedAt: change.at })
    .where('userId', '=', change.userId)
    .where('providerId', '=', CREDENTIAL)
    .execute();
}

const CREDENTIAL = 'credential';

/** Hash of the password of this address (lower case); null without an account. Always one row, so both cases cost the same. */
export async function findPasswordHash(db: Database, email: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select (
      select auth_account.password
      from auth_user
      join auth_account on auth_account."userId" = auth_user.id
      where auth_user.email = ${email}
        and auth_account."providerId" = ${CREDENTIAL}
    ) as password`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a select without from returned no row');
  return row.password;
}

/** Replaces a stored hash by another of the same password; changes nothing when the password was changed meanwhile. */
export async function replacePasswordHash(
  tx: Tx,
  change: { userId: string; from: string; to: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('auth_account')
    .set({ password: change.to, updatedAt: change.at })
    .where('userId', '=', change.userId)
    .where('providerId', '=', CREDENTIAL)
    .where('password', '=', change.from)
    .execute();
}

/** Ends every session of the user except `exceptSessionId`; returns how many. */
export async function endOtherSessions(tx: Tx, which: { userId: string; exceptSessionId?: string | undefined }): Promise<number> {
  let ended = tx.deleteFrom('auth_session').where('userId', '=', which.userId);
  if (which.exceptSessionId !== undefined) ended = ended.where('id', '<>', which.exceptSessionId);
  const { numDeletedRows } = await ended.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends a session of an account that is closed: of a sign-in that was under way when it was. */
export async function endSessionOfClosed(tx: Tx, token: string): Promise<void> {
  await tx
    .deleteFrom('auth_session')
    .using('customer')
    .whereRef('customer.user_id', '=', 'auth_session.userId')
    .where('customer.closed_at', 'is not', null)
    .where('auth_session.token', '=', token)
    .execute();
}

/**
 * Gives the user another address, which the caller has verified, and returns the previous one. Error:
 * `session.email-already-used`, also when another transaction takes the address at the same time; `tx` can only be rolled back
 * then.
 */
export async function changeEmail(
  tx: Tx,
  change: { userId: string; newEmail: string; at: Temporal.Instant },
): Promise<{ previousEmail: string }> {
  const { userId, at } = change;
  const newEmail = change.newEmail.toLowerCase();
  const before = await tx
    .selectFrom('auth_user')
    .select('email')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('auth_user')
    .set({ email: newEmail, emailVerified: true, updatedAt: at })
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === undefined) throw error;
      throw new AppError(EMAIL_ALREADY_USED, { detail: 'Another account has this address.', cause: error });
    });
  return { previousEmail: before.email };
}

/** A new session; returns its id. The database ends it by `endsAt`. */
export async function insertSession(
  tx: Tx,
  session: {
    userId: string;
    token: string;
    at: Temporal.Instant;
    expiresAt: Temporal.Instant;
    endsAt: Temporal.Instant;
    ipAddress: string;
    userAgent: string;
  },
): Promise<string> {
  const { at, ...more } = session;
  const { id } = await tx
    .insertInto('auth_session')
    .values({ id: newId(), ...more, createdAt: at, updatedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks the user's address as verified; false when it was already, or there is no such user. */
export async function markEmailVerified(tx: Tx, change: { userId: string; at: Temporal.Instant }): Promise<boolean> {
  const row = await tx
    .updateTable('auth_user')
    .set({ emailVerified: true, updatedAt: change.at })
    .where('id', '=', change.userId)
    .where('emailVerified', '=', false)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Switches the second factor at sign-in on or off. The row in auth_two_factor holds no usable secret (authenticator apps and
 * backup codes are disabled): the library counts wrong codes and locks the account in it.
 */
export async function setSecondFactor(tx: Tx, change: { userId: string; enabled: boolean; at: Temporal.Instant }): Promise<void> {
  const { userId, enabled, at } = change;
  await tx.updateTable('auth_user').set({ twoFactorEnabled: enabled, updatedAt: at }).where('id', '=', userId).execute();
  await tx.deleteFrom('auth_two_factor').where('userId', '=', userId).execute();
  if (!enabled) return;
  await tx
    .insertInto('auth_two_factor')
    .values({
      id: newId(),
      userId,
      secret: randomBytes(32).toString('hex'),
      backupCodes: '',
      verified: false,
      failedVerificationCount: 0,
    })
    .execute();
}

/** The session has shown the second factor of its user at this moment. */
export async function markFactorShown(tx: Tx, shown: { sessionId: string; at: Temporal.Instant }): Promise<void> {
  await tx.updateTable('auth_session').set({ factorShownAt: shown.at }).where('id', '=', shown.sessionId).execute();
}

/** When the session last showed it; null: not yet. */
export async function findFactorShownAt(db: Database, sessionId: string): Promise<Temporal.Instant | null> {
  const row = await db.selectFrom('auth_session').select('factorShownAt').where('id', '=', sessionId).executeTakeFirst();
  return row?.factorShownAt ?? null;
}

/** Gives a user another name. */
export async function renameUser(tx: Tx, change: { userId: string; name: string; at: Temporal.Instant }): Promise<void> {
  await tx.updateTable('auth_user').set({ name: change.name, updatedAt: change.at }).where('id', '=', change.userId).execute();
}

/** Inserts an administrator, without a password yet; returns the user id. */
export async function insertAdministrator(
  tx: Tx,
  administrator: { email: string; name: string; at: Temporal.Instant },
): Promise<string> {
  const { id } = await tx
    .insertInto('auth_user')
    .values({
      id: newId(),
      email: administrator.email.toLowerCase(),
      name: administrator.name,
      emailVerified: true,
      role: 'admin',
      createdAt: administrator.at,
      updatedAt: administrator.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes sessions that have expired at `now`; returns how many. */
export async function deleteExpiredSessions(tx: Tx, now: Temporal.Instant): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('auth_session').where('expiresAt', '<', now).executeTakeFirst();
  return Number(numDeletedRows);
}

// SQL that reads sessions.

/** Whether the session is there and has not expired at `now`. */
export async function isSessionOpen(tx: Tx, sessionId: string, now: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .selectFrom('auth_session')
    .select('id')
    .where('id', '=', sessionId)
    .where('expiresAt', '>=', now)
    .executeTakeFirst();
  return row !== undefined;
}

const findByToken = pipelinedRead((db, { token, now }: { token: string; now: Temporal.Instant }) =>
  db
    .selectFrom('auth_session as session')
    .innerJoin('auth_user as user', 'user.id', 'session.userId')
    .leftJoin('customer', 'customer.user_id', 'user.id')
    .select([
      'session.id as sessionId',
      'session.expiresAt',
      'session.endsAt',
      'session.factorShownAt',
      'user.id as userId',
      'user.email',
      'user.emailVerified',
      'user.name',
      'user.role',
      'customer.id as customerId',
    ])
    .select((session) =>
      session
        .and([
          session('user.role', '=', 'admin'),
          session.or([
            session.exists(session.selectFrom('passkey').whereRef('passkey.user_id', '=', 'user.id')),
            session.exists(session.selectFrom('authenticator').whereRef('authenticator.user_id', '=', 'user.id')),
          ]),
        ])
        .$castTo<boolean>()
        .as('hasFactor'),
    )
    // In the order of their names; of an administrator alone.
    .select((session) =>
      session
        .selectFrom('administrator_role as held')
        .select(({ fn, val }) =>
          fn.coalesce(fn.agg<Role[]>('array_agg', ['held.role']).orderBy('held.role'), val<Role[]>([])).as('roles'),
        )
        .whereRef('held.user_id', '=', 'user.id')
        .where('user.role', '=', 'admin')
        .$asScalar()
        .$notNull()
        .as('roles'),
    )
    // A sign-in that was under way when the account was closed opens nothing.
    .where('customer.closed_at', 'is', null)
    .where('session.token', '=', token)
    .where('session.expiresAt', '>=', now),
);

/** The user as better-auth shows them. */
export async function findUserView(db: Database, userId: string) {
  return db
    .selectFrom('auth_user')
    .select(['id', 'name', 'email', 'emailVerified', 'image', 'role', 'twoFactorEnabled', 'createdAt', 'updatedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** The user of a session token; undefined for a token that is unknown, ended or expired at `now`. */
export async function findSession(db: Database, token: string, now: Temporal.Instant) {
  const [session] = await findByToken(db, { token, now });
  return session;
}

const findWithUser = pipelinedRead((db, { token, now }: { token: string; now: Temporal.Instant }) =>
  db
    .selectFrom('auth_session as session')
    .innerJoin('auth_user as user', 'user.id', 'session.userId')
    .leftJoin('customer', 'customer.user_id', 'user.id')
    .selectAll('session')
    .select([
      'user.id as ownerId',
      'user.name',
      'user.email',
      'user.emailVerified',
      'user.image',
      'user.role',
      'user.twoFactorEnabled',
      'user.createdAt as signedUpAt',
      'user.updatedAt as changedAt',
    ])
    // As in findByToken.
    .where('customer.closed_at', 'is', null)
    .where('session.token', '=', token)
    .where('session.expiresAt', '>=', now),
);

/** The session of a token and its user as better-auth shows them; undefined once it has expired. */
export async function findSessionWithUser(db: Database, token: string, now: Temporal.Instant) {
  const [row] = await findWithUser(db, { token, now });
  if (!row) return undefined;
  const { ownerId, name, email, emailVerified, image, role, twoFactorEnabled, signedUpAt, changedAt, ...session } = row;
  const user = {
    id: ownerId,
    name,
    email,
    emailVerified,
    image,
    role,
    twoFactorEnabled,
    createdAt: signedUpAt,
    updatedAt: changedAt,
  };
  return { session, user };
}
