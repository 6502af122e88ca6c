// SQL that reads sessions, on the tables of better-auth; they expire by the machine's clock, as in the library.

import { quickRead } from '../../../core/db/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';

const findByToken = quickRead((db, { token, now }: { token: string; now: Temporal.Instant }) =>
  db
    .selectFrom('auth_session as session')
    .innerJoin('auth_user as user', 'user.id', 'session.userId')
    .leftJoin('customer', 'customer.user_id', 'user.id')
    .select([
      'session.id as sessionId',
      'session.expiresAt',
      'user.id as userId',
      'user.email',
      'user.emailVerified',
      'user.name',
      'user.role',
      'customer.id as customerId',
    ])
    .where('session.token', '=', token)
    .where('session.expiresAt', '>=', now),
);

/** The user of a session token; undefined for a token that is unknown, ended or expired at `now`. */
export async function findSession(db: Database, token: string, now: Temporal.Instant) {
  const [session] = await findByToken(db, { token, now });
  return session;
}

const findWithUser = quickRead((db, { token, now }: { token: string; now: Temporal.Instant }) =>
  db
    .selectFrom('auth_session as session')
    .innerJoin('auth_user as user', 'user.id', 'session.userId')
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
