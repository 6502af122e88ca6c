// The checks behind the guards of every route: the caller, the role, the key; and the session as its owner is shown it.
// A session is read with one own query: better-auth's reading costs several times that, on every request.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isFactorRequired } from '../../../config/security.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, SECOND_FACTOR_REQUIRED, STEP_UP_REQUIRED, UNAUTHENTICATED } from '../../../core/errors.ts';
import type { Guards, Permission, SessionCaller } from '../../../core/http/guards.ts';
import type { AppDeps } from '../../../deps.ts';
import { insertCustomerOnce, welcomeInvestor } from '../customers/index.ts';
import { UNAUTHORIZED_EXCEPTION } from './errors.ts';
import { endSessionOfClosed, findSession, findSessionWithUser } from './queries.ts';
import { permissionsOf, type Role, rolesWith } from './roles.ts';
import { isProlongationDue, sessionCookieOf } from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'db' | 'clock' | 'jobs'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a guard when better-auth should prolong the session; a hook of routes.ts does so. */
    sessionIsDue: boolean;
  }
}

/**
 * The guards of the whole service. Role CUSTOMER means a customer row, role ADMIN the user's role; nobody has both. An administrator's
 * roles decide about each request afresh, as they are read with the session (access.md#roles).
 */
export function createGuards(deps: Deps): Guards {
  const { PROVIDER_WEBHOOK_API_KEY, DEFAULTS_WEBHOOK_API_KEY, METRICS_TOKEN, NODE_ENV } = deps.config;
  // Without a key anybody may call the webhook, but never in production (notifications.md#key).
  const isProviderKey =
    PROVIDER_WEBHOOK_API_KEY === undefined ? () => NODE_ENV !== 'production' : keyCheck(PROVIDER_WEBHOOK_API_KEY);
  const isDefaultsKey = keyCheck(DEFAULTS_WEBHOOK_API_KEY);
  const opensMetrics = METRICS_TOKEN === undefined ? () => NODE_ENV !== 'production' : keyCheck(`Bearer ${METRICS_TOKEN}`);
  return {
    public: async () => undefined,
    customer: async (request) => {
      const session = await requireSession(deps, request);
      if (session.role === 'admin') throw new AppError(FORBIDDEN);
      const customerId = session.customerId ?? (await ensureCustomer(deps, session));
      return { ...callerOf(session), customerId };
    },
    administrator: async (request) => {
      const session = await requireSession(deps, request);
      if (session.role !== 'admin') throw new AppError(FORBIDDEN);
      assertFactor(deps, request, session);
      const permissions = permissionsOf(session.roles);
      assertPermission(request, { roles: session.roles, permissions });
      return { ...callerOf(session), administratorId: session.userId, permissions };
    },
    'provider-webhook': async ({ query }) => {
      // Border: guards run before validation, so Fastify's type of the query is still unknown.
      const { apiKey } = query as { apiKey?: unknown };
      if (!isProviderKey(apiKey)) throw new AppError(UNAUTHORIZED_EXCEPTION);
      return undefined;
    },
    'defaults-webhook': async ({ headers }) => {
      if (!isDefaultsKey(headers['x-api-key'])) throw new AppError(UNAUTHORIZED_EXCEPTION);
      return undefined;
    },
    metrics: async ({ headers }) => {
      if (!opensMetrics(headers.authorization)) throw new AppError(UNAUTHENTICATED, { detail: 'Send the token of the metrics.' });
      return undefined;
    },
  };
}

/**
 * Whoever has a second factor shows it before anything else, and again, after some minutes, before what moves money or changes administrators;
 * where one is required, whoever has none can only register one. A dry run moves nothing. Errors: `second-factor-required`,
 * `step-up-required`.
 */
function assertFactor(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { routeOptions, query }: Pick<FastifyRequest, 'routeOptions' | 'query'>,
  { hasFactor, factorShownAt }: Pick<Session, 'hasFactor' | 'factorShownAt'>,
): void {
  const { factor, hasDryRun } = routeOptions.config;
  if (factor === 'not-yet' || (!hasFactor && !isFactorRequired(config))) return;
  if (!hasFactor || factorShownAt === null)
    throw new AppError(SECOND_FACTOR_REQUIRED, { detail: hasFactor ? 'Show your second factor.' : 'Register a second factor.' });
  // Border: guards run before validation, so Fastify's type of the query is still unknown.
  const isDryRun = hasDryRun === true && (query as { dryRun?: unknown }).dryRun === 'true';
  if (factor !== 'again' || isDryRun) return;
  const askedAgainAt = factorShownAt.add({ seconds: config.ADMINISTRATOR_FACTOR_ASKED_AGAIN_SECONDS });
  if (Temporal.Instant.compare(clock.now(), askedAgainAt) >= 0)
    throw new AppError(STEP_UP_REQUIRED, { detail: 'Show your second factor again.' });
}

/** Error: `forbidden`, which says what the route needs and who has it. A route that declares nothing lets nobody in. */
function assertPermission(
  { routeOptions: { method, url, config } }: FastifyRequest,
  { roles, permissions }: { roles: readonly Role[]; permissions: ReadonlySet<Permission> },
): void {
  const { permission } = config;
  if (permission === undefined) throw new Error(`${method} ${url} declares no permission`);
  if (permissions.has(permission)) return;
  const yours = roles.length === 0 ? 'no role' : `the role ${roles.join(', ')}`;
  const detail = `This needs the permission ${permission}, which the roles ${rolesWith(permission).join(', ')} have; you have ${yours}.`;
  throw new AppError(FORBIDDEN, { detail });
}

/**
 * The session layer's lists and ends of sessions are not for an administrator who has given the password alone; it answers whoever has no session
 * itself. Error: `second-factor-required`.
 */
export async function assertFactorWasShown(deps: Pick<Deps, 'config' | 'db' | 'clock'>, request: FastifyRequest): Promise<void> {
  const session = await readSession(deps, request);
  if (session?.role === 'admin') assertFactor(deps, request, session);
}

/**
 * The library knows nothing of closed accounts: a session that a sign-in left behind the closing would list, and end, others. Ended before the
 * library looks, so that it clears the cookie as well.
 */
export async function endSessionBehindClosing(deps: Pick<Deps, 'config' | 'db'>, { headers }: FastifyRequest): Promise<void> {
  const cookie = sessionCookieOf(headers.cookie, deps.config);
  if (cookie) await inTransaction(deps.db, (tx) => endSessionOfClosed(tx, cookie.token));
}

async function requireSession(deps: Deps, request: FastifyRequest): Promise<Session> {
  const session = await readSession(deps, request);
  if (!session) throw new AppError(UNAUTHENTICATED, { detail: 'Sign in first.' });
  request.sessionIsDue = session.isDue;
  return session;
}

/** The session of a request; with `isDue`, better-auth should prolong it now. */
type Session = NonNullable<Awaited<ReturnType<typeof findSession>>> & { isDue: boolean };

/**
 * The session behind the request's cookie, or undefined. A test compares the result with that of `auth.api.getSession`, also for
 * signed-out, expired, tampered and missing cookies.
 */
async function readSession(deps: Pick<Deps, 'config' | 'db'>, { headers }: FastifyRequest): Promise<Session | undefined> {
  const cookie = sessionCookieOf(headers.cookie, deps.config);
  if (!cookie) return undefined;
  // Sessions run on the machine's clock, as better-auth's do.
  const now = Temporal.Now.instant();
  const session = await findSession(deps.db, cookie.token, now);
  return session && { ...session, isDue: cookie.isRemembered && isProlongationDue(session, now) };
}

function callerOf({ userId, sessionId, email, emailVerified }: Session): SessionCaller {
  return { userId, sessionId, email, emailVerified };
}

/** Compares digests, so that the time reveals neither the length nor the first wrong character of the key. */
function keyCheck(key: string): (sent: unknown) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(key);
  return (sent) => typeof sent === 'string' && timingSafeEqual(digest(sent), expected);
}

// The customer row that makes an account an investor's.

/**
 * Id of the user's customer, created when there is none: at sign-up, or at the first request when the sign-up was interrupted. Idempotent,
 * also for concurrent calls.
 */
export async function ensureCustomer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  user: { userId: string; name: string; emailVerified: boolean },
): Promise<CustomerId> {
  return inTransaction(deps.db, async (tx) => {
    const customerId = await insertCustomerOnce(tx, {
      ...user,
      onboardingVersion: deps.config.ONBOARDING_OF_NEW_CUSTOMERS,
      at: deps.clock.now(),
    });
    if (user.emailVerified) await welcomeInvestor(tx, deps, user.userId);
    return customerId;
  });
}

// GET /api/auth/get-session: the session and its user, read by one statement; better-auth takes three times the time of a guard for it.

/**
 * The answer in the library's own shape, a test compares both. Undefined where the library has more to do than to read: options in the
 * query, a session that is to be prolonged or ends with the browser, cookies of none that are to be cleared.
 */
export async function readSessionView(
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
  const { endsAt: _endsAt, factorShownAt: _shownAt, ...session } = row.session;
  return { session: withDates(session), user: withDates(user) };
}

/** Moments as the library writes them: with milliseconds. */
export function withDates(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Temporal.Instant ? value.toString({ smallestUnit: 'millisecond' }) : value,
    ]),
  );
}
