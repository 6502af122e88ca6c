// The checks behind the guards of every route: who calls, in which role, with which key.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError, FORBIDDEN, UNAUTHENTICATED } from '../../../core/errors.ts';
import type { Guards, SessionCaller } from '../../../core/http/guards.ts';
import type { AppDeps } from '../../../deps.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { UNAUTHORIZED_EXCEPTION } from './errors.ts';
import { type ReadSession, readSession } from './read-session.ts';

type Deps = Pick<AppDeps, 'config' | 'db' | 'clock' | 'jobs'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a guard when better-auth should prolong the session; the session room's hook does it. */
    sessionIsDue: boolean;
  }
}

/**
 * The guards of the whole service. Role CUSTOMER is the customer row, role ADMIN the user's role (access.md#roles): nobody has
 * both.
 */
export function createGuards(deps: Deps): Guards {
  const { PROVIDER_WEBHOOK_API_KEY, DEFAULTS_API_KEY, METRICS_TOKEN, NODE_ENV } = deps.config;
  // Without a key everybody may notify, in development and tests alone (notifications.md#key).
  const isProviderKey =
    PROVIDER_WEBHOOK_API_KEY === undefined ? () => NODE_ENV !== 'production' : keyCheck(PROVIDER_WEBHOOK_API_KEY);
  const isDefaultsKey = keyCheck(DEFAULTS_API_KEY);
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
      return { ...callerOf(session), administratorId: session.userId };
    },
    'provider-webhook': async ({ query }) => {
      // Border: Fastify's query of a route whose schema has not run yet.
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

async function requireSession(deps: Deps, request: FastifyRequest): Promise<ReadSession> {
  const session = await readSession(deps, request);
  if (!session) throw new AppError(UNAUTHENTICATED, { detail: 'Sign in first.' });
  request.sessionIsDue = session.isDue;
  return session;
}

function callerOf({ userId, sessionId, email, emailVerified }: ReadSession): SessionCaller {
  return { userId, sessionId, email, emailVerified };
}

/** Compares digests, so neither the length nor the first wrong character of the key shows in the time. */
function keyCheck(key: string): (sent: unknown) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(key);
  return (sent) => typeof sent === 'string' && timingSafeEqual(digest(sent), expected);
}
