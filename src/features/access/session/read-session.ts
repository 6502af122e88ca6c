// GET /api/auth/get-session: the session and its user, read by one statement; better-auth takes three times the time of a guard for it.

import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../../deps.ts';
import { DONT_REMEMBER, SESSION_PROLONGED_EVERY_SECONDS, SESSION_SECONDS, sessionCookieName, sessionTokenOf } from './rules.ts';
import { findSessionWithUser } from './session-queries.ts';

/**
 * The answer in the library's own shape, a test compares both. Undefined where the library has more to do than to read: options in the
 * query, a session that is to be prolonged, cookies of none that are to be cleared.
 */
export async function readSession(
  { config, db }: Pick<AppDeps, 'config' | 'db'>,
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
): Promise<object | undefined> {
  if (url.includes('?')) return undefined;
  const token = sessionTokenOf(headers.cookie, sessionCookieName(config.PUBLIC_URL), config.SESSION_SECRET);
  if (token === undefined) return undefined;
  // A-session-5: sessions run on the machine's clock, as better-auth's do.
  const now = Temporal.Now.instant();
  const row = await findSessionWithUser(db, token, now);
  if (!row) return undefined;
  const { session, user } = row;
  const isDue = now.until(session.expiresAt).total('seconds') <= SESSION_SECONDS - SESSION_PROLONGED_EVERY_SECONDS;
  if (isDue || headers.cookie?.includes(DONT_REMEMBER)) return undefined;
  return { session: withDates(session), user: withDates(user) };
}

/** Moments as the library writes them: with milliseconds. */
function withDates(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Temporal.Instant ? value.toString({ smallestUnit: 'millisecond' }) : value,
    ]),
  );
}
