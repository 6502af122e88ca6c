// HTTP of the portfolio, which its investor alone reads.

import type { FastifyInstance } from 'fastify';
import { NOT_FOUND } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import { listOwnInvestments, readInvestment, readSummary } from './portfolio.ts';
import { InvestmentDetail, InvestmentParams, InvestmentsPage, PortfolioSummary } from './schemas.ts';
import type { PortfolioDeps } from './standings.ts';

/** Registers the group. */
export function portfolioRoutes(app: FastifyInstance, deps: PortfolioDeps): void {
  const common = { guard: 'customer', tag: 'extension' } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/customers/investments',
    operationId: 'listInvestments',
    summary: 'Projects of the investor with what went in, came out, is late and comes next, newest project first.',
    query: PageQuery,
    answer: InvestmentsPage,
    handle: ({ caller, query }) => listOwnInvestments(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/customers/investments/summary',
    operationId: 'readPortfolioSummary',
    summary: 'Sums of all investments, their yearly return, and what came and comes month by month.',
    answer: PortfolioSummary,
    handle: ({ caller }) => readSummary(deps, caller.customerId),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/customers/investments/:propertyId',
    operationId: 'readInvestment',
    summary: 'One investment: its trades and papers, every payment that came or comes, and its story if it is late.',
    params: InvestmentParams,
    answer: InvestmentDetail,
    // A project of which the investor neither has nor had bricks, and waits for none.
    errors: { [NOT_FOUND]: 404 },
    handle: ({ caller, params: { propertyId } }) => readInvestment(deps, { customerId: caller.customerId, propertyId }),
  });
}
