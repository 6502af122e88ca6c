// Writes an invoice in the transaction of what it charges for: no charge without its number, no number without its charge.

import { parisYear } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { renderInvoiceJob } from './jobs.ts';
import { findCustomerParty, findSpvParty, insertInvoice } from './queries.ts';
import { type ChargedLine, type InvoiceReason, invoiceNumber, PLATFORM_ISSUER, taxed, totalsOf } from './rules.ts';

/** What is charged to whom; an SPV always for a project of its own. `subjectId`: the withdrawal, funding or schedule behind it. `note`: printed below the lines. */
export type IssueInvoice = {
  party: { customerId: string } | { spvId: string; propertyId: string };
  reason: InvoiceReason;
  subjectId: string;
  lines: readonly ChargedLine[];
  note?: string;
  at: Temporal.Instant;
};

/** The written document: its number as printed, and its totals in cents. */
export type IssuedInvoice = { invoiceId: string; number: string; exclTaxCents: number; vatCents: number; inclTaxCents: number };

/**
 * Takes the next number of the platform and the Paris year, keeps name and address as they are now, and enqueues the job
 * that renders the PDF after the commit. Call it late in the transaction: the number series is locked until its end.
 */
export async function issueInvoice(tx: Tx, deps: { jobs: Jobs }, input: IssueInvoice): Promise<IssuedInvoice> {
  const { party, at } = input;
  const lines = input.lines.map(taxed);
  const totals = totalsOf(lines);
  const isCustomer = 'customerId' in party;
  const place = { issuer: PLATFORM_ISSUER, year: parisYear(at) };
  const invoiceId = newId();
  const number = await insertInvoice(tx, {
    ...place,
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
  return { invoiceId, number: invoiceNumber({ ...place, number }), ...totals };
}
