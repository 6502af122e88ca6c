// Rendering happens after the commit that issued the invoice.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { fileInvoice } from './file-invoice.ts';

/** Renders one invoice or credit note into the storage. */
export const renderInvoiceJob = defineJob<Pick<AppDeps, 'db' | 'config' | 'storage'>, { invoiceId: string }>({
  name: 'render-invoice',
  work: async (deps, { invoiceId }) => ({ key: await fileInvoice(deps, { invoiceId }) }),
});
