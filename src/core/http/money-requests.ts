// Requests of administrators that move money may be answered otherwise than by doing it. The room approvals implements how.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Administrator } from '../audit.ts';
import type { IdempotencyClaim } from './idempotency.ts';

/** What the handler of such a route is run with: its own parts, or others in their place. */
export type MoneyParts<Deps> = { deps: Deps; idempotency: IdempotencyClaim | undefined };

/** Runs the handler of the route on these parts, which are those that its group was registered with, or stand for them. */
export type RunMoney = (parts: MoneyParts<object>) => Promise<unknown>;

/** A request that was stored, with its validated parts and in whose name it is run. */
export type StoredRequest = { params: unknown; body: unknown; audit: StoredAudit; endUser: EndUser };
/** Kind of the audit row, and in whose name it is written. */
type StoredAudit = { kind: string; administrator: Administrator };
type EndUser = { address: string; userAgent: string | undefined };

/** A route that moves money; `deps`: what its group was registered with. */
export type MoneyRoute = {
  operationId: string;
  permission: string;
  auditKind: string;
  deps: object;
  run: (request: StoredRequest, parts: MoneyParts<object>) => Promise<unknown>;
};

export type MoneyRequests = {
  /** What it may answer beside its own success, for the API description. */
  answers: Readonly<Record<200 | 202, { description: string; schema: TSchema }>>;
  register(route: MoneyRoute): void;
  /** Runs it on parts that change nothing, and answers what it would have done. */
  dryRun(request: FastifyRequest, run: RunMoney): Promise<unknown>;
  /** Runs it on its own parts, unless it must wait: `held`, with what waits. */
  doOrAsk(
    request: FastifyRequest,
    reply: FastifyReply,
    route: MoneyRoute,
    run: RunMoney,
  ): Promise<{ held: boolean; body: unknown }>;
};

declare module 'fastify' {
  interface FastifyInstance {
    moneyRequests: MoneyRequests | undefined;
  }
}

/** The query of every such route. */
export const DryRunQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'true: the same checks, nothing is written and no money moves; 200 with what would have happened. Takes no Idempotency-Key.',
    }),
  ),
});

/** Whether the request only asks what it would do. */
export function isDryRun({ query }: Pick<FastifyRequest, 'query'>): boolean {
  // Border: of a route that moves money, whose query was validated.
  return (query as Static<typeof DryRunQuery> | undefined)?.dryRun === true;
}
