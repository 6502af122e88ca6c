// SQL of invoices, credit notes and the parties that they bill, and of trade papers, read for their own investor only.

import { type Selectable, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, Invoice as InvoiceRow, PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { Period } from '../../../core/period.ts';
import { type BilledTo, type InvoiceLine, type InvoiceReason, printedName, type SeriesNumber, type TradeKind } from './rules.ts';

/** An invoice or credit note as it was issued; cents. `credited`: the invoice that a credit note reverses. */
export type Invoice = SeriesNumber & {
  id: string;
  kind: 'invoice' | 'credit-note';
  reason: InvoiceReason;
  customerId: CustomerId | null;
  spvId: SpvId | null;
  /** Of an SPV's invoice: its project; null on old ones whose project was not recorded. */
  propertyId: PropertyId | null;
  subjectId: string;
  billedTo: BilledTo;
  lines: InvoiceLine[];
  note: string | null;
  amountExclTaxCents: Cents;
  vatCents: Cents;
  issuedAt: Temporal.Instant;
  storageKey: string | null;
  credited: (SeriesNumber & { id: string; issuedAt: Temporal.Instant }) | null;
  /** The credit note that reverses this invoice. */
  creditNoteId: string | null;
};

/** A document before it has its number. */
export type NewInvoice = Omit<Invoice, 'number' | 'storageKey' | 'credited' | 'creditNoteId'> & {
  creditedInvoiceId: string | null;
};

/** Current name and address of a customer, or of the company of a business; the account's name while no profile is saved. */
export async function findCustomerParty(tx: Tx, customerId: CustomerId): Promise<BilledTo> {
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
  const { companyName, companyStreet, registrationNumber } = row;
  if (companyName !== null && companyStreet !== null && registrationNumber !== null)
    return {
      name: companyName,
      address: [companyStreet, `${row.companyPostcode} ${row.companyCity}`],
      country: row.companyCountry,
      registrationNumber,
    };
  const town = [row.postcode, row.city].filter((part) => part !== null).join(' ');
  const address = [row.street, town].flatMap((line) => (line ? [line] : []));
  return { name: printedName(row), address, country: row.country };
}

/** Current name and country of an SPV. */
export async function findSpvParty(tx: Tx, spvId: SpvId): Promise<BilledTo> {
  const row = await tx.selectFrom('spv').select(['name', 'country']).where('id', '=', spvId).executeTakeFirstOrThrow();
  return { name: row.name, address: [], country: row.country };
}

/**
 * Writes the document under the next number of its issuer and year. The counter row stays locked until the commit, and a rollback
 * restores it: no number is skipped or used twice. Returns the number.
 */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with counted as (
      insert into invoice_counter as counter (issuer, year, last_number)
      values (${invoice.issuer}, ${invoice.year}::integer, 1)
      on conflict (issuer, year) do update set last_number = counter.last_number + 1
      returning last_number
    )
    insert into invoice (
      id, issuer, year, number, kind, reason,
      customer_id, spv_id, property_id, subject_id, credited_invoice_id,
      billed_to, lines, note, amount_excl_tax_cents, vat_cents, issued_at
    )
    select ${invoice.id}::uuid, ${invoice.issuer}, ${invoice.year}::integer, counted.last_number,
      ${invoice.kind}, ${invoice.reason},
      ${invoice.customerId}::uuid, ${invoice.spvId}::uuid, ${invoice.propertyId}::uuid,
      ${invoice.subjectId}::uuid, ${invoice.creditedInvoiceId}::uuid,
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
    // Border: only insertInvoice writes these two jsonb columns.
    billedTo: row.billed_to as BilledTo,
    lines: row.lines as InvoiceLine[],
    note: row.note,
    amountExclTaxCents: row.amount_excl_tax_cents,
    vatCents: row.vat_cents,
    issuedAt: row.issued_at,
    storageKey: row.storage_key,
    credited: creditedOf(row),
    creditNoteId: row.credit_note_id,
  };
}

function creditedOf(row: JoinedRow): Invoice['credited'] {
  const { credited_invoice_id: id, credited_issuer: issuer, credited_year: year, credited_number: number } = row;
  const { credited_issued_at: issuedAt } = row;
  if (id === null) return null;
  if (issuer === null || year === null || number === null || issuedAt === null)
    throw new Error(`the invoice that credit note ${row.id} reverses was not found`);
  return { id, issuer, year, number, issuedAt };
}

/** The invoice or credit note with this id. */
export async function findInvoice(db: Database | Tx, invoiceId: string): Promise<Invoice | undefined> {
  const row = await selectInvoices(db).where('invoice.id', '=', invoiceId).executeTakeFirst();
  return row && toInvoice(row);
}

/** The same, if it bills this customer. */
export async function findCustomerInvoice(
  db: Database,
  key: { invoiceId: string; customerId: CustomerId },
): Promise<Invoice | undefined> {
  const row = await selectInvoices(db)
    .where('invoice.id', '=', key.invoiceId)
    .where('invoice.customer_id', '=', key.customerId)
    .executeTakeFirst();
  return row && toInvoice(row);
}

/** Filters of the lists, all optional; an investor's own list has only `customerId`. */
export type InvoiceFilters = {
  invoiceId?: string;
  customerId?: CustomerId;
  spvId?: SpvId;
  propertyId?: PropertyId;
  party?: 'customer' | 'spv';
  kind?: Invoice['kind'];
  reason?: InvoiceReason;
  status?: 'issued' | 'credited';
} & Period;

/** The page of documents that begins after the cursor, newest first. */
export async function listInvoicesPage(
  db: Database,
  filters: InvoiceFilters,
  { after, limit }: { after: CursorKey | undefined; limit: number },
): Promise<Invoice[]> {
  const { customerId, spvId, propertyId, party, kind, reason, status } = filters;
  let query = selectInvoices(db).where(inPeriod('invoice.issued_at', filters));
  if (filters.invoiceId !== undefined) query = query.where('invoice.id', '=', filters.invoiceId);
  if (customerId !== undefined) query = query.where('invoice.customer_id', '=', customerId);
  if (spvId !== undefined) query = query.where('invoice.spv_id', '=', spvId);
  if (propertyId !== undefined) query = query.where('invoice.property_id', '=', propertyId);
  if (party !== undefined) query = query.where(`invoice.${party}_id`, 'is not', null);
  if (kind !== undefined) query = query.where('invoice.kind', '=', kind);
  if (reason !== undefined) query = query.where('invoice.reason', '=', reason);
  if (status !== undefined) query = query.where('credit_note.id', status === 'credited' ? 'is not' : 'is', null);
  if (after)
    query = query.where(sql<boolean>`
      (invoice.issued_at, invoice.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const rows = await query.orderBy('invoice.issued_at', 'desc').orderBy('invoice.id', 'desc').limit(limit).execute();
  return rows.map(toInvoice);
}

/** Stores the storage key of its file, once. */
export async function markFiled(tx: Tx, invoiceId: string, storageKey: string): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ storage_key: storageKey })
    .where('id', '=', invoiceId)
    .where('storage_key', 'is', null)
    .execute();
}

/** A paper as it was issued; cents. `serial` counts all papers. */
export type TradePaper = {
  serial: number;
  kind: TradeKind;
  subjectId: string;
  party: BilledTo;
  propertyName: string;
  brickCount: number;
  priceCents: Cents;
  commissionCents: Cents;
  vatBps: number;
  vatCents: Cents;
  tradedAt: Temporal.Instant;
};

/** Writes the paper of one side of a trade; a second one is ignored. */
export async function insertPaper(
  tx: Tx,
  paper: Omit<TradePaper, 'serial' | 'tradedAt'> & { customerId: CustomerId; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('trade_paper')
    .values({
      id: newId(),
      kind: paper.kind,
      subject_id: paper.subjectId,
      customer_id: paper.customerId,
      party: JSON.stringify(paper.party),
      property_name: paper.propertyName,
      brick_count: paper.brickCount,
      price_cents: paper.priceCents,
      commission_cents: paper.commissionCents,
      vat_bps: paper.vatBps,
      vat_cents: paper.vatCents,
      traded_at: paper.at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .execute();
}

/** Current status of the investor's purchase; undefined for another investor's. */
export async function findPurchaseStatus(db: Database, key: { customerId: CustomerId; purchaseId: string }) {
  return db
    .selectFrom('purchase')
    .select('status')
    .where('id', '=', key.purchaseId)
    .where('customer_id', '=', key.customerId)
    .executeTakeFirst();
}

/** Current status of a deal that the investor sells or buys; undefined for any other. */
export async function findDealStatus(db: Database, { customerId, dealId }: { customerId: CustomerId; dealId: string }) {
  return db
    .selectFrom('market_deal')
    .select('status')
    .where('id', '=', dealId)
    .where((deal) => deal.or([deal('seller_id', '=', customerId), deal('buyer_id', '=', customerId)]))
    .executeTakeFirst();
}

/** The investor's own paper of a trade; the other side of a deal has its own paper. */
export async function findPaper(
  db: Database,
  key: { customerId: CustomerId; subjectId: string; kinds: readonly TradeKind[] },
): Promise<TradePaper | undefined> {
  const row = await db
    .selectFrom('trade_paper')
    .select([
      'serial',
      'kind',
      'subject_id as subjectId',
      'party',
      'property_name as propertyName',
      'brick_count as brickCount',
      'price_cents as priceCents',
      'commission_cents as commissionCents',
      'vat_bps as vatBps',
      'vat_cents as vatCents',
      'traded_at as tradedAt',
    ])
    .where('subject_id', '=', key.subjectId)
    .where('customer_id', '=', key.customerId)
    .where('kind', 'in', [...key.kinds])
    .executeTakeFirst();
  // Border: only insertPaper and the migration that added the table write this jsonb column.
  return row && { ...row, party: row.party as BilledTo };
}
