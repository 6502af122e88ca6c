// An invoice or credit note as its customer and as administrators see it in a list.

import type { Invoice } from './queries.ts';
import { invoiceNumber } from './rules.ts';
import type { AdministrationInvoice, InvoiceView } from './schemas.ts';

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

/** The same with whom it bills, what for, and whether it was taken back. */
export function toAdministrationInvoice(invoice: Invoice): AdministrationInvoice {
  const { customerId, spvId, propertyId, subjectId, billedTo, creditNoteId } = invoice;
  return {
    ...toInvoiceView(invoice),
    status: creditNoteId === null ? 'issued' : 'credited',
    creditNoteId,
    customerId,
    spvId,
    propertyId,
    subjectId,
    billedTo: billedTo.name,
  };
}
