// A session of somebody who has shown who they are elsewhere, as the library would have begun it: a test has the library read it.

import { randomBytes } from 'node:crypto';
import type { Config } from '../../../config/settings.ts';
import { recordAdminAction } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { insertChallenge } from './code-queries.ts';
import { insertSession, type SessionUser } from './queries.ts';
import { cookiePrefix, SESSION_SECONDS, sessionCookieName, sessionEndsAt, signedCookie } from './rules.ts';

/** How an administrator has signed in; a code by mail follows another way. */
export type SignInWay = { by: 'password' | 'mailed-code' } | { by: 'identity-provider'; issuer: string };

/** Writes who signs in, and how. Of investors nothing is written. */
export async function recordSignIn(
  tx: Tx,
  { user, way, at }: { user: SessionUser; way: SignInWay; at: Temporal.Instant },
): Promise<void> {
  if (user.role !== 'admin') return;
  await recordAdminAction(tx, {
    kind: 'ADMINISTRATOR_SIGN_IN',
    administrator: { administratorId: user.id, email: user.email },
    target: { type: 'administrator', id: user.id },
    payload: way,
    at,
  });
}

type Settings = Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET' | 'INVESTOR_SESSION_MAX_HOURS' | 'ADMINISTRATOR_SESSION_MAX_HOURS'>;
type Opener = { user: SessionUser; address: string; userAgent: string | undefined };

const TOKEN_BYTES = 24;
/** As long as the library lets a sign-in wait. */
const CHALLENGE_SECONDS = 600;

/**
 * The cookie that opens the session; where a code by mail is asked for at each sign-in, the one with which that is asked for, and no session
 * yet. Sessions run on the machine's clock.
 */
export async function openSession(
  tx: Tx,
  config: Settings,
  { user, address, userAgent = '' }: Opener,
): Promise<{ cookie: string; sessionId: string | undefined }> {
  const cookieOf = (name: string, value: string, seconds: number) => signedCookie(config, { name, value, seconds });
  const secret = randomBytes(TOKEN_BYTES).toString('base64url');
  if (user.twoFactorEnabled) {
    const identifier = `2fa-${secret}`;
    await insertChallenge(tx, { identifier, userId: user.id, seconds: CHALLENGE_SECONDS });
    const name = `${cookiePrefix(config.PUBLIC_URL)}.two_factor`;
    return { cookie: cookieOf(name, identifier, CHALLENGE_SECONDS), sessionId: undefined };
  }
  const now = Temporal.Now.instant();
  const sessionId = await insertSession(tx, {
    userId: user.id,
    token: secret,
    at: now,
    expiresAt: now.add({ seconds: SESSION_SECONDS }),
    endsAt: sessionEndsAt(new Date(now.epochMilliseconds), user.role, config).toTemporalInstant(),
    ipAddress: address,
    userAgent,
  });
  return { cookie: cookieOf(sessionCookieName(config.PUBLIC_URL), secret, SESSION_SECONDS), sessionId };
}
