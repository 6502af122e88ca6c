// Requests of administrators that move money may be answered otherwise than by doing it. The room approvals implements how.

import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { IdempotencyClaim } from './idempotency.ts';

/** What the handler of such a route is run with: its own parts, or others in their place. */
export type MoneyParts<Deps> = { deps: Deps; idempotency: IdempotencyClaim | undefined };

/** Runs the handler of the route on these parts, which are those that its group was registered with, or stand for them. */
export type RunMoney = (parts: MoneyParts<object>) => Promise<unknown>;

export type MoneyRequests = {
  /** What a dry run answers, for the API description. */
  dryRunAnswer: TSchema;
  /** Runs it on parts that change nothing, and answers what it would have done. */
  dryRun(request: FastifyRequest, run: RunMoney): Promise<unknown>;
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
