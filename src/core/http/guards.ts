// Who may call a route, and what the route then knows of the caller. The session room supplies the checks.

import type { FastifyRequest } from 'fastify';

/** A signed-in person, whatever the role. */
export type SessionCaller = { userId: string; sessionId: string; email: string; emailVerified: boolean };

/** A signed-in investor: session plus role CUSTOMER. */
export type CustomerCaller = SessionCaller & { customerId: string };

/** A signed-in administrator. */
export type AdministratorCaller = SessionCaller & { administratorId: string };

/** What each guard tells the handler. Guards run before anything of the request is parsed or validated. */
export type CallerOf = {
  public: undefined;
  customer: CustomerCaller;
  administrator: AdministratorCaller;
  'provider-webhook': undefined;
  'defaults-webhook': undefined;
  metrics: undefined;
};

export type Guard = keyof CallerOf;

/** The checks behind the guards: each throws `unauthenticated` or `forbidden`, or tells who calls. */
export type Guards = { [G in Guard]: (request: FastifyRequest) => Promise<CallerOf[G]> };
