// Who may call a route, and what the route then knows about the caller. The session room implements the checks.

import type { FastifyRequest } from 'fastify';
import type { CustomerId } from '../db/tables.ts';

/** A signed-in user of any role. */
export type SessionCaller = { userId: string; sessionId: string; email: string; emailVerified: boolean };

/** A signed-in customer: session plus role CUSTOMER. */
export type CustomerCaller = SessionCaller & { customerId: CustomerId };

/** A signed-in administrator. */
export type AdministratorCaller = SessionCaller & { administratorId: string };

/** The caller that each guard passes to the handler. Guards run before the request is parsed and validated. */
export type CallerOf = {
  public: undefined;
  customer: CustomerCaller;
  administrator: AdministratorCaller;
  'provider-webhook': undefined;
  'defaults-webhook': undefined;
  metrics: undefined;
};

export type Guard = keyof CallerOf;

/** The check of each guard: it returns the caller, or throws `unauthenticated` or `forbidden`. */
export type Guards = { [G in Guard]: (request: FastifyRequest) => Promise<CallerOf[G]> };
