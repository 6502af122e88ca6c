// Background job of invoices: rendering, after the commit that issued them.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { fileInvoice } from './invoice-pdf.ts';

/** Renders and stores one invoice or credit note. */
export const renderInvoiceJob = defineJob<Pick<AppDeps, 'db' | 'config' | 'storage'>, { invoiceId: string }>({
  name: 'render-invoice',
  work: async (deps, { invoiceId }) => ({ key: await fileInvoice(deps, { invoiceId }) }),
});
