// All SQL of invoices.

import { type Selectable, sql } from 'kysely';
import { inPeriod, type Period } from '../../../core/db/period.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Invoice as InvoiceRow } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { BilledTo, InvoiceLine, InvoicePlace, InvoiceReason } from './rules.ts';

/** An invoice or credit note as it was issued; cents. `credited` is the invoice that a credit note takes back. */
export type Invoice = InvoicePlace & {
  id: string;
  kind: 'invoice' | 'credit-note';
  reason: InvoiceReason;
  customerId: string | null;
  spvId: string | null;
  /** Of an SPV's invoice: the project that it is about; null on old ones whose project nobody knows any more. */
  propertyId: string | null;
  subjectId: string;
  billedTo: BilledTo;
  lines: InvoiceLine[];
  note: string | null;
  amountExclTaxCents: number;
  vatCents: number;
  issuedAt: Temporal.Instant;
  storageKey: string | null;
  credited: (InvoicePlace & { id: string; issuedAt: Temporal.Instant }) | null;
  /** The credit note that takes this one back. */
  creditNoteId: string | null;
};

/** What a new document says; the number comes with the insertion. */
export type NewInvoice = Omit<Invoice, 'number' | 'storageKey' | 'credited' | 'creditNoteId'> & {
  creditedInvoiceId: string | null;
};

/** Name and address of a customer today, of a business its company's; the session layer's name where no profile was saved. */
export async function findCustomerParty(tx: Tx, customerId: string): Promise<BilledTo> {
  const row = await tx
    .selectFrom('customer')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .leftJoin('customer_company as company', (join) =>
      join.onRef('company.customer_id', '=', 'customer.id').on('customer.customer_type', '=', 'business'),
    )
    .select([
      'customer.first_name as firstName',
      'customer.last_name as lastName',
      'customer.street',
      'customer.postcode',
      'customer.city',
      'customer.country',
      'auth_user.name',
      'company.name as companyName',
      'company.registration_number as registrationNumber',
      'company.street as companyStreet',
      'company.postcode as companyPostcode',
      'company.city as companyCity',
      'company.country as companyCountry',
    ])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (row.companyName !== null && row.registrationNumber !== null)
    return {
      name: row.companyName,
      address: [row.companyStreet ?? '', `${row.companyPostcode} ${row.companyCity}`],
      country: row.companyCountry,
      registrationNumber: row.registrationNumber,
    };
  const name = [row.firstName, row.lastName].filter((part) => part !== null).join(' ') || row.name;
  const place = [row.postcode, row.city].filter((part) => part !== null).join(' ');
  return { name, address: [row.street ?? '', place].filter((line) => line !== ''), country: row.country };
}

/** Name and country of an SPV today. */
export async function findSpvParty(tx: Tx, spvId: string): Promise<BilledTo> {
  const row = await tx.selectFrom('spv').select(['name', 'country']).where('id', '=', spvId).executeTakeFirstOrThrow();
  return { name: row.name, address: [], country: row.country };
}

/**
 * Writes the document under the next number of its issuer and year. The counter row stays locked until the end of the
 * transaction and a rollback undoes it: no number is skipped, none given twice. Returns the number.
 */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with counted as (
      insert into invoice_counter as counter (issuer, year, last_number) values (${invoice.issuer}, ${invoice.year}::integer, 1)
      on conflict (issuer, year) do update set last_number = counter.last_number + 1
      returning last_number
    )
    insert into invoice (id, issuer, year, number, kind, reason, customer_id, spv_id, property_id, subject_id, credited_invoice_id, billed_to, lines, note,
      amount_excl_tax_cents, vat_cents, issued_at)
    select ${invoice.id}::uuid, ${invoice.issuer}, ${invoice.year}::integer, counted.last_number, ${invoice.kind}, ${invoice.reason},
      ${invoice.customerId}::uuid, ${invoice.spvId}::uuid, ${invoice.propertyId}::uuid, ${invoice.subjectId}::uuid, ${invoice.creditedInvoiceId}::uuid,
      ${JSON.stringify(invoice.billedTo)}::jsonb, ${JSON.stringify(invoice.lines)}::jsonb, ${invoice.note}::text,
      ${invoice.amountExclTaxCents}::bigint, ${invoice.vatCents}::bigint, ${invoice.issuedAt}::timestamptz
    from counted
    returning number`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error('the invoice was not written');
  return written.number;
}

function selectInvoices(db: Database | Tx) {
  return db
    .selectFrom('invoice')
    .leftJoin('invoice as credited', 'credited.id', 'invoice.credited_invoice_id')
    .leftJoin('invoice as credit_note', 'credit_note.credited_invoice_id', 'invoice.id')
    .selectAll('invoice')
    .select([
      'credited.issuer as credited_issuer',
      'credited.year as credited_year',
      'credited.number as credited_number',
      'credited.issued_at as credited_issued_at',
      'credit_note.id as credit_note_id',
    ]);
}

type JoinedRow = Selectable<InvoiceRow> & {
  credited_issuer: string | null;
  credited_year: number | null;
  credited_number: number | null;
  credited_issued_at: Temporal.Instant | null;
  credit_note_id: string | null;
};

function toInvoice(row: JoinedRow): Invoice {
  const { credited_invoice_id: creditedId, credited_issued_at: creditedAt } = row;
  return {
    id: row.id,
    issuer: row.issuer,
    year: row.year,
    number: row.number,
    kind: row.kind,
    reason: row.reason,
    customerId: row.customer_id,
    spvId: row.spv_id,
    propertyId: row.property_id,
    subjectId: row.subject_id,
    // Border: insertInvoice is the single writer of both columns.
    billedTo: row.billed_to as BilledTo,
    lines: row.lines as InvoiceLine[],
    note: row.note,
    amountExclTaxCents: row.amount_excl_tax_cents,
    vatCents: row.vat_cents,
    issuedAt: row.issued_at,
    storageKey: row.storage_key,
    credited:
      creditedId === null || creditedAt === null
        ? null
        : {
            id: creditedId,
            issuer: row.credited_issuer ?? '',
            year: row.credited_year ?? 0,
            number: row.credited_number ?? 0,
            issuedAt: creditedAt,
          },
    creditNoteId: row.credit_note_id,
  };
}

/** The document with this id. */
export async function findInvoice(db: Database | Tx, invoiceId: string): Promise<Invoice | undefined> {
  const row = await selectInvoices(db).where('invoice.id', '=', invoiceId).executeTakeFirst();
  return row && toInvoice(row);
}

/** The same, of this customer only. */
export async function findCustomerInvoice(
  db: Database,
  key: { invoiceId: string; customerId: string },
): Promise<Invoice | undefined> {
  const row = await selectInvoices(db)
    .where('invoice.id', '=', key.invoiceId)
    .where('invoice.customer_id', '=', key.customerId)
    .executeTakeFirst();
  return row && toInvoice(row);
}

/** What the list is narrowed by: an investor's is by their id, an administrator's by what they ask. */
export type InvoiceFilters = {
  customerId?: string;
  spvId?: string;
  propertyId?: string;
  party?: 'customer' | 'spv';
  kind?: Invoice['kind'];
  reason?: InvoiceReason;
  status?: 'issued' | 'credited';
} & Period;

/** Documents, newest first, after the cursor's one. */
export async function listInvoicesPage(
  db: Database,
  filters: InvoiceFilters,
  { after, limit }: { after: CursorKey | undefined; limit: number },
): Promise<Invoice[]> {
  const { customerId, spvId, propertyId, party, kind, reason, status } = filters;
  let query = selectInvoices(db).where(inPeriod('invoice.issued_at', filters));
  if (customerId !== undefined) query = query.where('invoice.customer_id', '=', customerId);
  if (spvId !== undefined) query = query.where('invoice.spv_id', '=', spvId);
  if (propertyId !== undefined) query = query.where('invoice.property_id', '=', propertyId);
  if (party !== undefined) query = query.where(`invoice.${party}_id`, 'is not', null);
  if (kind !== undefined) query = query.where('invoice.kind', '=', kind);
  if (reason !== undefined) query = query.where('invoice.reason', '=', reason);
  if (status !== undefined) query = query.where('credit_note.id', status === 'credited' ? 'is not' : 'is', null);
  if (after) query = query.where(sql<boolean>`(invoice.issued_at, invoice.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const rows = await query.orderBy('invoice.issued_at', 'desc').orderBy('invoice.id', 'desc').limit(limit).execute();
  return rows.map(toInvoice);
}

/** Notes where the file lies, once. */
export async function markFiled(tx: Tx, invoiceId: string, storageKey: string): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ storage_key: storageKey })
    .where('id', '=', invoiceId)
    .where('storage_key', 'is', null)
    .execute();
}
