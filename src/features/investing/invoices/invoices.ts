// Invoices and credit notes with their files: of an investor for themself, of everybody for administrators.

import type { Static } from 'typebox';
import { centsOf } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { issuerOf, renderInvoicePdf } from './invoice-pdf.ts';
import { findCustomerInvoice, findInvoice, type Invoice, listInvoicesPage } from './queries.ts';
import { invoiceNumber } from './rules.ts';
import type {
  AdministrationInvoice,
  AdministrationInvoicesPage,
  AdministrationInvoicesQuery,
  CustomerInvoicesQuery,
  InvoicesPage,
  InvoiceView,
} from './schemas.ts';

// GET /customers/invoices: invoices and credit notes of the investor.

/** One page, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listInvoices(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof InvoicesPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listInvoicesPage(deps.db, { customerId }, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ issuedAt, id }) => ({ at: issuedAt, id }), toInvoiceView);
}

// GET /customers/invoices/:invoiceId/file: the PDF of an invoice, to its customer only (A-invoices-7).

/** Error: `not-found`, also for another customer's invoice. */
export async function readInvoiceFile(
  deps: Pick<AppDeps, 'db' | 'config' | 'storage'>,
  input: { customerId: CustomerId; invoiceId: string },
): Promise<{ name: string; bytes: Uint8Array }> {
  const invoice = await findCustomerInvoice(deps.db, input);
  if (!invoice) throw new AppError(NOT_FOUND, { detail: 'Invoice not found' });
  return readFileOf(deps, invoice);
}

// GET /administration/invoices: invoices and credit notes of SPVs and investors (A-invoices-8).

/** One page, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listAllInvoices(
  deps: Pick<AppDeps, 'db'>,
  { limit, cursor, ...filters }: Static<typeof AdministrationInvoicesQuery>,
): Promise<Static<typeof AdministrationInvoicesPage>> {
  const rows = await listInvoicesPage(deps.db, filters, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ issuedAt: at, id }) => ({ at, id }), toAdministrationInvoice);
}

// GET /administration/customers/:customerId/invoices: invoices and credit notes of an investor.

/** One page, newest first. Errors: `not-found`, `validation-failed` for an invalid cursor. */
export async function listCustomerInvoices(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof CustomerInvoicesQuery> & { customerId: CustomerId },
): Promise<Static<typeof AdministrationInvoicesPage>> {
  const { limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, filters.customerId);
  const rows = await listInvoicesPage(deps.db, filters, { after, limit: limit + 1 });
  return toPage(rows, limit, ({ issuedAt: at, id }) => ({ at, id }), toAdministrationInvoice);
}

// GET /administration/invoices/:invoiceId/file: the PDF of any invoice or credit note.

/** Error: `not-found`. */
export async function readAnyInvoiceFile(
  deps: Pick<AppDeps, 'db' | 'config' | 'storage'>,
  invoiceId: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const invoice = await findInvoice(deps.db, invoiceId);
  if (!invoice) throw new AppError(NOT_FOUND, { detail: 'Invoice not found' });
  return readFileOf(deps, invoice);
}

/** The stored file; rendered on demand while the job has not stored it yet (A-invoices-4). */
async function readFileOf(
  deps: Pick<AppDeps, 'config' | 'storage'>,
  invoice: Invoice,
): Promise<{ name: string; bytes: Uint8Array }> {
  const stored = invoice.storageKey === null ? null : await deps.storage.get(invoice.storageKey);
  const bytes = stored?.bytes ?? (await renderInvoicePdf(invoice, issuerOf(deps.config)));
  return { name: `${invoiceNumber(invoice)}.pdf`, bytes };
}

/** Amounts in cents, positive for credit notes too. */
function toInvoiceView(invoice: Invoice): InvoiceView {
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

/** The customer's view with the billed party, the subject, and whether the document was credited. */
function toAdministrationInvoice(invoice: Invoice): AdministrationInvoice {
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
