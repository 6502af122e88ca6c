// Route of the investor's own view (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors } from './errors.ts';
import { readInvestorView } from './investor-view.ts';
import { InvestorView } from './schemas.ts';

/** Registers the group. */
export function customerRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/customers/me',
    operationId: 'readMe',
    guard: 'customer',
    tag: 'extension',
    summary: 'The investor as they see themself.',
    answer: InvestorView,
    errors: customerErrors,
    handle: ({ caller }) => readInvestorView(deps.db, caller.customerId),
  });
}
