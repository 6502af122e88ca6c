// An invoice or credit note as the API shows it to its customer.

import { centsOf } from '../../../core/cents.ts';
import type { Invoice } from './queries.ts';
import { invoiceNumber } from './rules.ts';
import type { InvoiceView } from './schemas.ts';

/** Amounts in cents, positive for credit notes too. */
export function toInvoiceView(invoice: Invoice): InvoiceView {
  return {
    id: invoice.id,
    number: invoiceNumber(invoice),
    kind: invoice.kind,
    reason: invoice.reason,
    amountExclTaxCents: invoice.amountExclTaxCents,
    vatCents: invoice.vatCents,
    amountInclTaxCents: centsOf(invoice.amountExclTaxCents + invoice.vatCents),
    issuedAt: invoice.issuedAt.toString(),
    creditedInvoiceId: invoice.credited?.id ?? null,
  };
}
