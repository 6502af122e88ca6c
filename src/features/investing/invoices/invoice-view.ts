// An invoice or credit note as its customer sees it in a list.

import type { Invoice } from './queries.ts';
import { invoiceNumber } from './rules.ts';
import type { InvoiceView } from './schemas.ts';

/** Cents, positive for both kinds. */
export function toInvoiceView(invoice: Invoice): InvoiceView {
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
