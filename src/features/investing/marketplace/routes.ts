// HTTP of the secondary marketplace.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { canSellToday } from './can-sell-today.ts';
import { createDeal } from './create-deal.ts';
import { deleteDeal } from './delete-deal.ts';
import { createDealErrors, deleteDealErrors, listDealsErrors, purchaseDealErrors } from './errors.ts';
import { listDeals } from './list-deals.ts';
import { purchaseDeal } from './purchase-deal.ts';
import { CanSellToday, DealParams, DealsPage, DealsQuery, MarketDeal, NewDeal } from './schemas.ts';

/** Registers the group. */
export function marketplaceRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/marketplace/deal/can-sell-today',
    operationId: 'canSellToday',
    guard: 'customer',
    tag: 'investor',
    summary: 'Whether the daily quota allows another deal.',
    answer: CanSellToday,
    handle: ({ caller }) => canSellToday(deps, caller),
  });
  route(app, {
    method: 'GET',
    url: '/marketplace/deal',
    operationId: 'listDeals',
    guard: 'customer',
    tag: 'extension',
    summary: 'Deals for sale, newest first.',
    query: DealsQuery,
    answer: DealsPage,
    errors: listDealsErrors,
    handle: ({ caller, query }) => listDeals(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'POST',
    url: '/marketplace/deal',
    operationId: 'createDeal',
    money: 'moves',
    guard: 'customer',
    tag: 'investor',
    summary: 'Offers free bricks for resale.',
    body: NewDeal,
    answer: MarketDeal,
    errors: createDealErrors,
    handle: ({ caller, body, idempotency }) => createDeal(deps, { customerId: caller.customerId, ...body, idempotency }),
  });
  route(app, {
    method: 'POST',
    url: '/marketplace/deal/:dealId/purchase',
    operationId: 'purchaseDeal',
    money: 'moves',
    guard: 'customer',
    tag: 'investor',
    summary: 'Reserves a deal; it is confirmed once its payment has succeeded.',
    params: DealParams,
    errors: purchaseDealErrors,
    handle: async ({ caller, params, endUser, idempotency }) => {
      await purchaseDeal(deps, { buyerId: caller.customerId, dealId: params.dealId, endUser, idempotency });
      return undefined;
    },
  });
  route(app, {
    method: 'DELETE',
    url: '/marketplace/deal/:dealId',
    operationId: 'deleteDeal',
    guard: 'customer',
    tag: 'investor',
    summary: 'Deletes a pending deal of the seller.',
    params: DealParams,
    errors: deleteDealErrors,
    handle: async ({ caller, params }) => {
      await deleteDeal(deps, { customerId: caller.customerId, dealId: params.dealId });
      return undefined;
    },
  });
}
