// HTTP of invoices and trade papers: investors read their own, administrators all invoices.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { invoiceFileErrors, tradePaperErrors } from './errors.ts';
import { listAllInvoices, listCustomerInvoices, listInvoices, readAnyInvoiceFile, readInvoiceFile } from './invoices.ts';
import {
  AdministrationInvoicesPage,
  AdministrationInvoicesQuery,
  CustomerInvoicesQuery,
  DealParams,
  InvoiceParams,
  InvoicesPage,
  PurchaseParams,
} from './schemas.ts';
import { readTradePaper } from './trade-papers.ts';

/** Registers the group. */
export function invoiceRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/customers/invoices',
    operationId: 'listInvoices',
    guard: 'customer',
    tag: 'extension',
    summary: 'Invoices and credit notes of the investor, newest first.',
    query: PageQuery,
    answer: InvoicesPage,
    handle: ({ caller, query }) => listInvoices(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/invoices/:invoiceId/file',
    operationId: 'readInvoiceFile',
    guard: 'customer',
    tag: 'extension',
    summary: 'The PDF of an invoice or credit note.',
    params: InvoiceParams,
    produces: 'application/pdf',
    errors: invoiceFileErrors,
    handle: async ({ caller, params, reply }) =>
      sendPdf(reply, await readInvoiceFile(deps, { customerId: caller.customerId, invoiceId: params.invoiceId })),
  });
  administrationRoutes(app, deps);
}

function administrationRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension' } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/invoices',
    operationId: 'listAllInvoices',
    permission: 'money.read',
    summary: 'Invoices and credit notes of SPVs and investors, newest first.',
    query: AdministrationInvoicesQuery,
    answer: AdministrationInvoicesPage,
    handle: ({ query }) => listAllInvoices(deps, query),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/invoices/:invoiceId/file',
    operationId: 'readAnyInvoiceFile',
    permission: 'money.read',
    summary: 'The PDF of any invoice or credit note.',
    params: InvoiceParams,
    produces: 'application/pdf',
    errors: invoiceFileErrors,
    handle: async ({ params, reply }) => sendPdf(reply, await readAnyInvoiceFile(deps, params.invoiceId)),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/invoices',
    operationId: 'listCustomerInvoices',
    permission: 'people.read',
    summary: 'Invoices and credit notes of an investor, newest first.',
    params: OfCustomerParams,
    query: CustomerInvoicesQuery,
    answer: AdministrationInvoicesPage,
    errors: customerErrors,
    handle: ({ params, query }) => listCustomerInvoices(deps, { ...params, ...query }),
  });
}

// Sends a PDF as the answer of a route.

/** As a download under the file name `name`. */
export async function sendPdf(reply: FastifyReply, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<undefined> {
  await reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(Buffer.from(bytes));
}

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
