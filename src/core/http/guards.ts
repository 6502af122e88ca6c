// Who may call a route, and what the route then knows about the caller. The session room implements the checks.

import type { FastifyRequest } from 'fastify';
import type { CustomerId } from '../db/tables.ts';

/** A signed-in user of any role. */
export type SessionCaller = { userId: string; sessionId: string; email: string; emailVerified: boolean };

/** A signed-in customer: session plus role CUSTOMER. */
export type CustomerCaller = SessionCaller & { customerId: CustomerId };

/**
 * What an administrator may be let do; every route of theirs declares one. `console.use` is the own account, and what an administrator of
 * any role begins with.
 */
export const PERMISSIONS = [
  'console.use',
  'people.read',
  'people.write',
  'papers.read',
  'mails.resend',
  'money.read',
  'money.write',
  'projects.read',
  'projects.write',
  'schedules.write',
  'operations.read',
  'operations.write',
  'administrators.read',
  'administrators.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A signed-in administrator, and all that their roles let them do. */
export type AdministratorCaller = SessionCaller & { administratorId: string; permissions: ReadonlySet<Permission> };

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
