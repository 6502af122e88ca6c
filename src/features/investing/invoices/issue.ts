// Issues invoices and credit notes, each in the transaction of its charge, so that neither is ever committed without the other.

import type { Cents } from '../../../core/cents.ts';
import { parisYear } from '../../../core/dates.ts';
import type { CustomerId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { Jobs } from '../../../core/jobs/jobs.ts';
import { renderInvoiceJob } from './jobs.ts';
import { findCustomerParty, findInvoice, findSpvParty, insertInvoice } from './queries.ts';
import { type ChargedLine, type InvoiceReason, invoiceNumber, PLATFORM_ISSUER, taxed, totalsOf } from './rules.ts';

// Issues an invoice in the transaction of the charge, so that neither is ever committed without the other (A-invoices-5).

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

// Reverses an invoice by a credit note: a document of its own in the same number series; the invoice never changes (A-invoices-2).

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
