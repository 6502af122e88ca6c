// HTTP of primary purchases.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { cancelPurchase } from './cancel.ts';
import { cancelPurchaseErrors, purchaseBricksErrors, readPurchaseErrors } from './errors.ts';
import { listCustomerPurchases, listPurchases, readPurchase } from './list.ts';
import { purchaseBricks } from './purchase.ts';
import { windowEnd } from './rules.ts';
import {
  AdministrationPurchasesPage,
  AdministrationPurchasesQuery,
  NewPurchase,
  PropertyParams,
  PurchaseParams,
  PurchasesPage,
  PurchaseTerms,
  PurchaseView,
} from './schemas.ts';

/** Registers the group. */
export function primaryPurchaseRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/properties/:propertyId/purchase',
    operationId: 'purchaseBricks',
    idempotency: 'key',
    guard: 'customer',
    tag: 'extension',
    summary: 'Buys bricks of a funding; confirmed once the payment has succeeded.',
    params: PropertyParams,
    body: NewPurchase,
    answer: PurchaseView,
    errors: purchaseBricksErrors,
    handle: ({ caller, params, body, endUser, idempotency }) =>
      purchaseBricks(deps, {
        customerId: caller.customerId,
        propertyId: params.propertyId,
        brickCount: body.amount,
        endUser,
        idempotency,
      }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/purchases',
    operationId: 'listPurchases',
    guard: 'customer',
    tag: 'extension',
    summary: 'Purchases of the investor, newest first.',
    query: PageQuery,
    answer: PurchasesPage,
    handle: ({ caller, query }) => listPurchases(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/purchases/terms',
    operationId: 'readPurchaseTerms',
    guard: 'customer',
    tag: 'extension',
    summary: 'Until when a purchase of now could be taken back: to be shown before it is ordered.',
    answer: PurchaseTerms,
    handle: async () => ({ windowEnd: windowEnd(deps.clock.now(), deps.config.WITHDRAWAL_WINDOW_DAYS).toString() }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/purchases/:purchaseId',
    operationId: 'readPurchase',
    guard: 'customer',
    tag: 'extension',
    summary: 'A purchase of the investor, in any status.',
    params: PurchaseParams,
    answer: PurchaseView,
    errors: readPurchaseErrors,
    handle: ({ caller, params }) => readPurchase(deps, { customerId: caller.customerId, ...params }),
  });
  route(app, {
    method: 'DELETE',
    url: '/customers/purchases/:purchaseId',
    operationId: 'cancelPurchase',
    guard: 'customer',
    tag: 'extension',
    summary: 'Cancels a purchase inside its withdrawal window.',
    params: PurchaseParams,
    errors: cancelPurchaseErrors,
    handle: async ({ caller, params }) => {
      await cancelPurchase(deps, { customerId: caller.customerId, purchaseId: params.purchaseId });
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/purchases',
    operationId: 'listCustomerPurchases',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'Purchases of an investor with their payments, newest first.',
    params: OfCustomerParams,
    query: AdministrationPurchasesQuery,
    answer: AdministrationPurchasesPage,
    errors: customerErrors,
    handle: ({ params, query }) => listCustomerPurchases(deps, { ...params, ...query }),
  });
}
