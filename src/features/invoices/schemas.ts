// Answers of the investor's invoice routes.

import { type Static, Type } from 'typebox';
import { Cents, Model, Nullable, Page, Timestamp, Uuid, Words } from '../../core/http/schemas.ts';

export const InvoiceView = Model('InvoiceView', {
  id: Uuid,
  number: Type.String({ description: 'as printed' }),
  kind: Words(['invoice', 'credit-note']),
  reason: Type.String(),
  amountExclTaxCents: Cents,
  vatCents: Cents,
  amountInclTaxCents: Cents,
  issuedAt: Timestamp,
  creditedInvoiceId: Nullable(Uuid),
});
export type InvoiceView = Static<typeof InvoiceView>;

export const InvoicesPage = Page(InvoiceView);

export const InvoiceParams = Type.Object({ invoiceId: Uuid });
