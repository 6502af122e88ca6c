// Tells who sends a request, at the price of one query: better-auth's own reading costs several times that, on every request.

import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../../deps.ts';
import { findSession } from './queries.ts';
import { DONT_REMEMBER, SESSION_PROLONGED_EVERY_SECONDS, SESSION_SECONDS, sessionCookieName, sessionTokenOf } from './rules.ts';

/** The session of a request. `isDue` says that better-auth should prolong it now. */
export type ReadSession = NonNullable<Awaited<ReturnType<typeof findSession>>> & { isDue: boolean };

/**
 * Session behind the request's cookie, or undefined. A test holds its answer to that of `auth.api.getSession`: signed-out,
 * expired, tampered and missing cookies included.
 */
export async function readSession(
  deps: Pick<AppDeps, 'config' | 'db'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<ReadSession | undefined> {
  const { PUBLIC_URL, SESSION_SECRET } = deps.config;
  const token = sessionTokenOf(request.headers.cookie, sessionCookieName(PUBLIC_URL), SESSION_SECRET);
  if (token === undefined) return undefined;
  // A-session-5: sessions run on the machine's clock, as better-auth's do.
  const now = Temporal.Now.instant();
  const session = await findSession(deps.db, token, now);
  if (!session) return undefined;
  const dueAt = session.expiresAt.subtract({ seconds: SESSION_SECONDS - SESSION_PROLONGED_EVERY_SECONDS });
  // A session that ends with the browser is never prolonged; it carries this second cookie.
  const isRemembered = !request.headers.cookie?.includes(DONT_REMEMBER);
  return { ...session, isDue: isRemembered && Temporal.Instant.compare(dueAt, now) <= 0 };
}
