// HTTP of the deals of one investor, for themself and for administrators.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { readOwnDealErrors } from './errors.ts';
import { listCustomerDeals } from './list-customer-deals.ts';
import { listOwnDeals } from './list-own-deals.ts';
import { readOwnDeal } from './read-own-deal.ts';
import { AdministrationDealsPage, AdministrationDealsQuery, DealParams, OwnDeal, OwnDealsPage } from './schemas.ts';

/** Registers the group. */
export function ownDealRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/customers/deals',
    operationId: 'listOwnDeals',
    guard: 'customer',
    tag: 'extension',
    summary: 'Deals that the investor sells or buys, newest first.',
    query: PageQuery,
    answer: OwnDealsPage,
    handle: ({ caller, query }) => listOwnDeals(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/deals/:dealId',
    operationId: 'readOwnDeal',
    guard: 'customer',
    tag: 'extension',
    summary: 'One deal that the investor sells or buys.',
    params: DealParams,
    answer: OwnDeal,
    errors: readOwnDealErrors,
    handle: ({ caller, params }) => readOwnDeal(deps, { customerId: caller.customerId, ...params }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/deals',
    operationId: 'listCustomerDeals',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Deals that an investor sells or buys, with both sides, newest first.',
    params: OfCustomerParams,
    query: AdministrationDealsQuery,
    answer: AdministrationDealsPage,
    errors: customerErrors,
    handle: ({ params, query }) => listCustomerDeals(deps, { ...params, ...query }),
  });
}
