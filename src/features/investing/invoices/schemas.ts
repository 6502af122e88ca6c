// Queries, parameters and answers of the routes of invoices and trade papers.

import { type Static, Type } from 'typebox';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import {
  Cents,
  Model,
  Nullable,
  Page,
  PageQuery,
  PeriodQuery,
  Timestamp,
  Uuid,
  UuidOf,
  Words,
} from '../../../core/http/schemas.ts';
import { INVOICE_REASONS } from './rules.ts';

const KINDS = ['invoice', 'credit-note'] as const;
const STATUSES = ['issued', 'credited'] as const;

export const InvoiceView = Model('InvoiceView', {
  id: Uuid,
  number: Type.String({ description: 'as printed' }),
  kind: Words(KINDS, { title: 'InvoiceKind' }),
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

/** `status` is `credited` once a credit note has reversed the document. */
export const AdministrationInvoice = Model('AdministrationInvoice', {
  ...InvoiceView.properties,
  status: Words(STATUSES, { title: 'InvoiceStatus' }),
  creditNoteId: Nullable(Uuid),
  customerId: Nullable(UuidOf<CustomerId>()),
  spvId: Nullable(UuidOf<SpvId>()),
  propertyId: Nullable(UuidOf<PropertyId>()),
  subjectId: Type.String({ description: 'the withdrawal, fee transfer or echeance that was charged' }),
  billedTo: Type.String({ description: 'name on the document' }),
});
export type AdministrationInvoice = Static<typeof AdministrationInvoice>;

export const AdministrationInvoicesPage = Page(AdministrationInvoice);

export const CustomerInvoicesQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  kind: Type.Optional(Words(KINDS, { title: 'InvoiceKind' })),
  reason: Type.Optional(Words(INVOICE_REASONS, { title: 'InvoiceReason' })),
  status: Type.Optional(Words(STATUSES, { title: 'InvoiceStatus' })),
});

export const AdministrationInvoicesQuery = Type.Object({
  ...CustomerInvoicesQuery.properties,
  party: Type.Optional(Words(['customer', 'spv'], { title: 'InvoiceParty' })),
  customerId: Type.Optional(UuidOf<CustomerId>()),
  spvId: Type.Optional(UuidOf<SpvId>()),
  propertyId: Type.Optional(UuidOf<PropertyId>()),
  invoiceId: Type.Optional(Uuid),
});

export const PurchaseParams = Type.Object({ purchaseId: Uuid });
export const DealParams = Type.Object({ dealId: Uuid });
