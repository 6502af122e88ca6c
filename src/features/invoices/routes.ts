// HTTP of the investor's invoices.

import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import { PageQuery } from '../../core/http/schemas.ts';
import type { AppDeps } from '../../deps.ts';
import { invoiceFileErrors } from './errors.ts';
import { listInvoices } from './list-invoices.ts';
import { readInvoiceFile } from './read-invoice-file.ts';
import { InvoiceParams, InvoicesPage } from './schemas.ts';

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
    handle: async ({ caller, params, reply }) => {
      const { name, bytes } = await readInvoiceFile(deps, { customerId: caller.customerId, invoiceId: params.invoiceId });
      await reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Buffer.from(bytes));
      return undefined;
    },
  });
}
