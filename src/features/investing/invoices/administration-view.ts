// An invoice or credit note as the API shows it to administrators.

import { toInvoiceView } from './invoice-view.ts';
import type { Invoice } from './queries.ts';
import type { AdministrationInvoice } from './schemas.ts';

/** The customer's view with the billed party, the subject, and whether the document was credited. */
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
