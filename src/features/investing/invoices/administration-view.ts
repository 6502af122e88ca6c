// An invoice or credit note as administrators see it in a list.

import { toInvoiceView } from './invoice-view.ts';
import type { Invoice } from './queries.ts';
import type { AdministrationInvoice } from './schemas.ts';

/** What its customer sees, with whom it bills, what for, and whether it was taken back. */
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
