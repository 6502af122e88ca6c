// HTTP of trade papers.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { sendPdf } from '../invoices/index.ts';
import { tradePaperErrors } from './errors.ts';
import { DealParams, PurchaseParams } from './schemas.ts';
import { readTradePaper } from './trade-papers.ts';

/** Registers the group. */
export function tradePaperRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/customers/purchases/:purchaseId/document',
    operationId: 'readPurchasePaper',
    guard: 'customer',
    tag: 'extension',
    summary: 'The PDF that confirms a purchase of the investor.',
    params: PurchaseParams,
    produces: 'application/pdf',
    errors: tradePaperErrors,
    handle: async ({ caller, params, reply }) =>
      sendPdf(reply, await readTradePaper(deps, { customerId: caller.customerId, ...params })),
  });
  route(app, {
    method: 'GET',
    url: '/customers/deals/:dealId/document',
    operationId: 'readDealPaper',
    guard: 'customer',
    tag: 'extension',
    summary: 'The PDF that confirms a deal, different for its seller and its buyer.',
    params: DealParams,
    produces: 'application/pdf',
    errors: tradePaperErrors,
    handle: async ({ caller, params, reply }) =>
      sendPdf(reply, await readTradePaper(deps, { customerId: caller.customerId, ...params })),
  });
}
