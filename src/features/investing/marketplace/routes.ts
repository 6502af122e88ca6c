// HTTP of the secondary marketplace.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import {
  createDealErrors,
  deleteDealErrors,
  listDealsErrors,
  listSalesErrors,
  purchaseDealErrors,
  readDealErrors,
  readOwnDealErrors,
  saleTermsErrors,
} from './errors.ts';
import { listCustomerDeals, listDeals, listOwnDeals, listSales, readDeal, readOwnDeal } from './list.ts';
import { canSellToday, createDeal, deleteDeal } from './offer.ts';
import { purchaseDeal } from './purchase.ts';
import { listSellable, readSaleTerms } from './sale-terms.ts';
import {
  AdministrationDealsPage,
  AdministrationDealsQuery,
  CanSellToday,
  DealParams,
  DealsPage,
  DealsQuery,
  MarketDeal,
  MarketOffer,
  MarketPropertyParams,
  MarketSalesPage,
  NewDeal,
  OwnDeal,
  OwnDealsPage,
  SaleTerms,
  SaleTermsQuery,
  SellableBricksPage,
} from './schemas.ts';

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
    summary: 'Deals for sale with their projects, newest first unless another order is asked for.',
    query: DealsQuery,
    answer: DealsPage,
    errors: listDealsErrors,
    handle: ({ caller, query }) => listDeals(deps, { customerId: caller.customerId, ...query }),
  });
  marketReadRoutes(app, deps);
  route(app, {
    method: 'POST',
    url: '/marketplace/deal',
    operationId: 'createDeal',
    idempotency: 'key',
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
    idempotency: 'key',
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

function marketReadRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/marketplace/property',
    operationId: 'listSellable',
    guard: 'customer',
    tag: 'extension',
    summary: 'Bricks that the investor holds, by property, and whether they may be resold now.',
    query: PageQuery,
    answer: SellableBricksPage,
    errors: listDealsErrors,
    handle: ({ caller, query }) => listSellable(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'GET',
    url: '/marketplace/deal/:dealId',
    operationId: 'readDeal',
    guard: 'customer',
    tag: 'extension',
    summary: 'One deal that is for sale.',
    params: DealParams,
    answer: MarketOffer,
    errors: readDealErrors,
    handle: ({ caller, params }) => readDeal(deps, { customerId: caller.customerId, ...params }),
  });
  route(app, {
    method: 'GET',
    url: '/marketplace/property/:propertyId/sales',
    operationId: 'listSales',
    guard: 'customer',
    tag: 'extension',
    summary: 'What was sold of a property on the market, newest first, without the parties.',
    params: MarketPropertyParams,
    query: PageQuery,
    answer: MarketSalesPage,
    errors: listSalesErrors,
    handle: ({ caller, params, query }) => listSales(deps, { customerId: caller.customerId, ...params, ...query }),
  });
  route(app, {
    method: 'GET',
    url: '/marketplace/property/:propertyId/sale-terms',
    operationId: 'readSaleTerms',
    guard: 'customer',
    tag: 'extension',
    summary: 'What may be asked for bricks of a property today, and what an offer of `amount` at `price` would bring its seller.',
    params: MarketPropertyParams,
    query: SaleTermsQuery,
    answer: SaleTerms,
    errors: saleTermsErrors,
    handle: ({ caller, params, query }) => readSaleTerms(deps, { customerId: caller.customerId, ...params, ...query }),
  });
}

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
    permission: 'people.read',
    tag: 'extension',
    summary: 'Deals that an investor sells or buys, with both sides, newest first.',
    params: OfCustomerParams,
    query: AdministrationDealsQuery,
    answer: AdministrationDealsPage,
    errors: customerErrors,
    handle: ({ params, query }) => listCustomerDeals(deps, { ...params, ...query }),
  });
}
