// Invoices and credit notes: issued in the transaction of their charge, and shown with their files to investors and administrators.

import type { Static } from 'typebox';
import { type Cents, centsOf } from '../../../core/cents.ts';
import { parisYear } from '../../../core/dates.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { Jobs } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { issuerOf, renderInvoicePdf } from './invoice-pdf.ts';
import { renderInvoiceJob } from './jobs.ts';
import {
  findCustomerInvoice,
  findCustomerParty,
  findInvoice,
  findSpvParty,
  type Invoice,
  insertInvoice,
  listInvoicesPage,
} from './queries.ts';
import { type ChargedLine, type InvoiceReason, invoiceNumber, PLATFORM_ISSUER, taxed, totalsOf } from './rules.ts';
import type {
  AdministrationInvoice,
  AdministrationInvoicesPage,
  AdministrationInvoicesQuery,
  CustomerInvoicesQuery,
  InvoicesPage,
  InvoiceView,
} from './schemas.ts';

// Issues an invoice in the transaction of the charge, so that neither is ever committed without the other.

/**
 * What is charged to whom; an SPV always for one of its projects. `subjectId`: the withdrawal, funding or schedule that is
 * charged. `note`: printed below the lines.
 */
export type IssueInvoice = {
  party: { customerId: CustomerId } | { spvId: SpvId; propertyId: PropertyId };
  reason: InvoiceReason;
  subjectId: string;
  lines: readonly ChargedLine[];
  note?: string;
  at: Temporal.Instant;
};

/** The issued document: its number as printed, and its totals in cents. */
export type IssuedInvoice = { invoiceId: string; number: string; exclTaxCents: Cents; vatCents: Cents; inclTaxCents: Cents };

/**
 * Takes the next number of the platform and the Paris year, stores the party's current name and address, and enqueues the job
 * that renders the PDF after the commit. Call it late in the transaction: the number series stays locked until the commit.
 */
export async function issueInvoice(tx: Tx, deps: { jobs: Jobs }, input: IssueInvoice): Promise<IssuedInvoice> {
  const { party, at } = input;
  const lines = input.lines.map(taxed);
  const totals = totalsOf(lines);
  const isCustomer = 'customerId' in party;
  const series = { issuer: PLATFORM_ISSUER, year: parisYear(at) };
  const invoiceId = newId();
  const number = await insertInvoice(tx, {
    ...series,
    id: invoiceId,
    kind: 'invoice',
    reason: input.reason,
    customerId: isCustomer ? party.customerId : null,
    spvId: isCustomer ? null : party.spvId,
    propertyId: isCustomer ? null : party.propertyId,
    subjectId: input.subjectId,
    creditedInvoiceId: null,
    billedTo: isCustomer ? await findCustomerParty(tx, party.customerId) : await findSpvParty(tx, party.spvId),
    lines,
    note: input.note ?? null,
    amountExclTaxCents: totals.exclTaxCents,
    vatCents: totals.vatCents,
    issuedAt: at,
  });
  await deps.jobs.enqueue(tx, renderInvoiceJob, { invoiceId });
  return { invoiceId, number: invoiceNumber({ ...series, number }), ...totals };
}

// Reverses an invoice by a credit note: another document in the same number series; the invoice never changes.

/**
 * Credits the whole invoice: same party and lines; `note` says why. Throws, so that the transaction rolls back, for an unknown
 * invoice or a second credit note of the same one (a unique constraint).
 */
export async function issueCreditNote(
  tx: Tx,
  deps: { jobs: Jobs },
  input: { invoiceId: string; note: string; at: Temporal.Instant },
): Promise<{ invoiceId: string; number: string }> {
  const invoice = await findInvoice(tx, input.invoiceId);
  if (invoice?.kind !== 'invoice') throw new Error(`there is no invoice ${input.invoiceId} to credit`);
  const invoiceId = newId();
  const series = { issuer: invoice.issuer, year: parisYear(input.at) };
  const number = await insertInvoice(tx, {
    ...invoice,
    ...series,
    id: invoiceId,
    kind: 'credit-note',
    creditedInvoiceId: invoice.id,
    note: input.note,
    issuedAt: input.at,
  });
  await deps.jobs.enqueue(tx, renderInvoiceJob, { invoiceId });
  return { invoiceId, number: invoiceNumber({ ...series, number }) };
}

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

// GET /customers/invoices/:invoiceId/file: the PDF of an invoice, to its customer only.

/** Error: `not-found`, also for another customer's invoice. */
export async function readInvoiceFile(
  deps: Pick<AppDeps, 'db' | 'config' | 'storage'>,
  input: { customerId: CustomerId; invoiceId: string },
): Promise<{ name: string; bytes: Uint8Array }> {
  const invoice = await findCustomerInvoice(deps.db, input);
  if (!invoice) throw new AppError(NOT_FOUND, { detail: 'Invoice not found' });
  return readFileOf(deps, invoice);
}

// GET /administration/invoices: invoices and credit notes of SPVs and investors.

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

/** The stored file; rendered on demand while the job has not stored it yet. */
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
