// GET /api/auth/get-session: the session and its user, read by one statement; better-auth takes three times the time of a guard for it.

import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../../deps.ts';
import { findSessionWithUser } from './queries.ts';
import { isProlongationDue, sessionCookieOf } from './rules.ts';

/**
 * The answer in the library's own shape, a test compares both. Undefined where the library has more to do than to read: options in the
 * query, a session that is to be prolonged or ends with the browser, cookies of none that are to be cleared.
 */
export async function readSession(
  { config, db }: Pick<AppDeps, 'config' | 'db'>,
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
): Promise<object | undefined> {
  if (url.includes('?')) return undefined;
  const cookie = sessionCookieOf(headers.cookie, config);
  if (!cookie?.isRemembered) return undefined;
  // Sessions run on the machine's clock, as better-auth's do.
  const now = Temporal.Now.instant();
  const row = await findSessionWithUser(db, cookie.token, now);
  if (!row) return undefined;
  const { user } = row;
  if (isProlongationDue(row.session, now)) return undefined;
  const { endsAt: _, ...session } = row.session;
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
