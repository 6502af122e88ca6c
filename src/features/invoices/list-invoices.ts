// GET /customers/invoices: what the investor was charged for, newest first.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../core/http/cursor.ts';
import type { AppDeps } from '../../deps.ts';
import { type Invoice, listInvoicesOfCustomer } from './queries.ts';
import { invoiceNumber } from './rules.ts';
import type { InvoicesPage, InvoiceView } from './schemas.ts';

/** Page of invoices and credit notes; cents, positive for both. Error: `validation-failed` for a foreign cursor. */
export async function listInvoices(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: string; limit: number; cursor?: string },
): Promise<Static<typeof InvoicesPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listInvoicesOfCustomer(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ issuedAt, id }) => ({ at: issuedAt, id }), toView);
}

function toView(invoice: Invoice): InvoiceView {
  return {
    id: invoice.id,
    number: invoiceNumber(invoice),
    kind: invoice.kind,
    reason: invoice.reason,
    amountExclTaxCents: invoice.amountExclTaxCents,
    vatCents: invoice.vatCents,
    amountInclTaxCents: invoice.amountExclTaxCents + invoice.vatCents,
    issuedAt: invoice.issuedAt.toString(),
    creditedInvoiceId: invoice.credited?.id ?? null,
  };
}
