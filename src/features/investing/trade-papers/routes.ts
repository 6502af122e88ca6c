// HTTP of the papers of trades.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { tradePaperErrors } from './errors.ts';
import { readTradePaper } from './read-trade-paper.ts';
import { DealParams, PurchaseParams } from './schemas.ts';

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
    summary: 'The PDF that confirms a deal to its seller or its buyer, each their own.',
    params: DealParams,
    produces: 'application/pdf',
    errors: tradePaperErrors,
    handle: async ({ caller, params, reply }) =>
      sendPdf(reply, await readTradePaper(deps, { customerId: caller.customerId, ...params })),
  });
}

async function sendPdf(reply: FastifyReply, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<undefined> {
  await reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(Buffer.from(bytes));
}
