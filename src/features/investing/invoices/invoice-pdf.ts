// Renders an invoice or credit note as PDF (A4, in French), and stores it.

import type { Config } from '../../../config/settings.ts';
import { centsOf, formatEuros } from '../../../core/cents.ts';
import { longDay, parisDate } from '../../../core/dates.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import {
  ACCENT,
  type Column,
  drawFeet,
  drawHead,
  drawParties,
  drawPdf,
  drawTable,
  GREY,
  LEFT,
  PALE,
  type Party,
  put,
  RIGHT,
  roomFor,
  type Sheet,
  WIDTH,
} from '../../../core/documents/pdf.ts';
import type { AppDeps } from '../../../deps.ts';
import { findInvoice, type Invoice, markFiled } from './queries.ts';
import { type BilledTo, type InvoiceLine, imprintOf, invoiceNumber, storageKeyOf, totalsOf } from './rules.ts';

/** Idempotent: a repetition writes the same bytes under the same key. Returns the storage key. */
export async function fileInvoice(
  deps: Pick<AppDeps, 'db' | 'config' | 'storage'>,
  { invoiceId }: { invoiceId: string },
): Promise<string> {
  const invoice = await findInvoice(deps.db, invoiceId);
  if (!invoice) throw new Error(`there is no invoice ${invoiceId} to render`);
  if (invoice.storageKey !== null) return invoice.storageKey;
  const key = storageKeyOf(invoice);
  await deps.storage.put(key, await renderInvoicePdf(invoice, issuerOf(deps.config)), 'application/pdf');
  await inTransaction(deps.db, (tx) => markFiled(tx, invoiceId, key));
  return key;
}

/** The fields of an invoice that are printed. */
export type PrintedInvoice = Pick<
  Invoice,
  'issuer' | 'year' | 'number' | 'kind' | 'billedTo' | 'lines' | 'note' | 'issuedAt' | 'credited'
>;

const ROW = 16;

const COLUMNS: readonly Column<InvoiceLine>[] = [
  { title: 'Désignation', x: LEFT + 10, width: 184, align: 'left', of: (line) => line.label },
  { title: 'Montant HT', x: 254, width: 78, align: 'right', of: (line) => formatEuros(line.amountExclTaxCents) },
  { title: 'Taux', x: 334, width: 40, align: 'right', of: (line) => rate(line.vatBps) },
  { title: 'TVA', x: 376, width: 70, align: 'right', of: (line) => formatEuros(line.vatCents) },
  {
    title: 'Montant TTC',
    x: 448,
    width: 81,
    align: 'right',
    of: (line) => formatEuros(centsOf(line.amountExclTaxCents + line.vatCents)),
  },
];

/** Renders the PDF; the same invoice gives the same bytes. */
export async function renderInvoicePdf(invoice: PrintedInvoice, issuer: Issuer): Promise<Uint8Array> {
  const country = await countryName(invoice.billedTo.country);
  const number = invoiceNumber(invoice);
  const document = { title: `${titleOf(invoice)} ${number}`, author: issuer.name, writtenAt: invoice.issuedAt };
  return drawPdf(document, (sheet) => {
    const facts = [`Date d’émission : ${day(invoice.issuedAt)}`];
    if (invoice.credited) facts.push(`Annule la facture ${invoiceNumber(invoice.credited)} du ${day(invoice.credited.issuedAt)}`);
    drawHead(sheet, { company: issuer.name, title: titleOf(invoice), line: `N° ${number}`, facts });
    const end = drawParties(sheet, { y: 148, height: 104 }, partiesOf(issuer, invoice.billedTo, country));
    drawTotals(sheet, invoice, drawTable(sheet, { y: end + 30, columns: COLUMNS, rows: invoice.lines }));
    drawFeet(sheet, imprintOf(issuer), number);
  });
}

function titleOf({ kind }: PrintedInvoice): string {
  return kind === 'invoice' ? 'Facture' : 'Avoir';
}

function partiesOf(issuer: Issuer, billedTo: BilledTo, country: string | undefined): Party[] {
  const width = (WIDTH - 20) / 2;
  const rows = [...billedTo.address, ...(country ? [country] : [])];
  if (billedTo.registrationNumber !== undefined) rows.push(`SIREN ${billedTo.registrationNumber}`);
  return [
    { title: 'Émise par', name: issuer.name, rows: [...issuer.address, `N° TVA : ${issuer.vatNumber}`], x: LEFT, width },
    { title: 'Adressée à', name: billedTo.name, rows, x: LEFT + width + 20, width, boxed: true },
  ];
}

function drawTotals(sheet: Sheet, invoice: PrintedInvoice, end: number): void {
  const totals = totalsOf(invoice.lines);
  const rates = [...new Set(invoice.lines.map((line) => line.vatBps))].sort((a, b) => a - b);
  const rows = [
    ['Total HT', totals.exclTaxCents] as const,
    ...rates.map((bps) => [`TVA ${rate(bps)}`, totalsOf(invoice.lines.filter((line) => line.vatBps === bps)).vatCents] as const),
  ];
  const top = roomFor(sheet, rows.length * ROW + 52, end) + 18;
  rows.forEach(([label, cents], index) => {
    put(sheet, label, { x: 350, y: top + index * ROW, width: 90, size: 9.5, color: GREY });
    put(sheet, formatEuros(cents), { x: 440, y: top + index * ROW, width: 89, size: 9.5, align: 'right' });
  });
  const box = top + rows.length * ROW + 4;
  const label = invoice.kind === 'invoice' ? 'Total TTC' : 'Total TTC remboursé';
  sheet.roundedRect(338, box, RIGHT - 338, 30, 4).fill(PALE);
  put(sheet, label, { x: 350, y: box + 9, width: 110, size: 11, bold: true });
  const total = formatEuros(totals.inclTaxCents);
  put(sheet, total, { x: 440, y: box + 9, width: 89, size: 11, bold: true, color: ACCENT, align: 'right' });
  if (invoice.note) put(sheet, invoice.note, { x: LEFT, y: top, width: 260, size: 9, color: GREY, wraps: true });
}

/** `20 %`, `8,5 %`. */
function rate(bps: number): string {
  return `${(bps / 100).toLocaleString('fr-FR')} %`;
}

function day(instant: Temporal.Instant): string {
  return longDay(parisDate(instant));
}

// The company that issues the documents, from the settings.

/** The issuer as it is printed; `address` by line. */
export type Issuer = { name: string; address: string[]; registration: string; vatNumber: string };

/** The platform. */
export function issuerOf(config: Config): Issuer {
  return {
    name: config.INVOICE_ISSUER_NAME,
    address: config.INVOICE_ISSUER_ADDRESS.split(';').map((line) => line.trim()),
    registration: config.INVOICE_ISSUER_REGISTRATION,
    vatNumber: config.INVOICE_ISSUER_VAT_NUMBER,
  };
}

/** French name of an alpha-3 code; any other text unchanged; undefined for null. */
export async function countryName(country: string | null): Promise<string | undefined> {
  if (country === null || !/^[A-Z]{3}$/.test(country)) return country ?? undefined;
  const { default: countries } = await import('i18n-iso-countries');
  return countries.getName(country, 'fr') ?? country;
}
