// The sheet of paper: lays an invoice or credit note out on A4, in French, with the standard fonts of PDF.

import { formatEuros } from '../../core/cents.ts';
import { parisDate } from '../../core/dates.ts';
import type { Issuer } from './issuer.ts';
import type { Invoice } from './queries.ts';
import { type BilledTo, type InvoiceLine, invoiceNumber, printable, totalsOf } from './rules.ts';

/** What of an invoice is printed. */
export type PrintedInvoice = Pick<
  Invoice,
  'issuer' | 'year' | 'number' | 'kind' | 'billedTo' | 'lines' | 'note' | 'issuedAt' | 'credited'
>;

type Sheet = PDFKit.PDFDocument;
type Column = { title: string; x: number; width: number; align: 'left' | 'right'; of: (line: InvoiceLine) => string };

const LEFT = 56;
const RIGHT = 539;
const WIDTH = RIGHT - LEFT;
const TOP = 56;
const BOTTOM = 752;
const ROW = 16;
const INK = '#1f2937';
const GREY = '#6b7280';
const BRICK = '#b4532a';
const PALE = '#f6efe9';
const RULE = '#e5e7eb';

const COLUMNS: readonly Column[] = [
  { title: 'Désignation', x: LEFT + 10, width: 184, align: 'left', of: (line) => line.label },
  { title: 'Montant HT', x: 254, width: 78, align: 'right', of: (line) => euros(line.amountExclTaxCents) },
  { title: 'Taux', x: 334, width: 40, align: 'right', of: (line) => rate(line.vatBps) },
  { title: 'TVA', x: 376, width: 70, align: 'right', of: (line) => euros(line.vatCents) },
  { title: 'Montant TTC', x: 448, width: 81, align: 'right', of: (line) => euros(line.amountExclTaxCents + line.vatCents) },
];

/** Renders the PDF; the same invoice gives the same bytes. */
export async function renderInvoicePdf(invoice: PrintedInvoice, issuer: Issuer): Promise<Uint8Array> {
  // Loaded at first use: starting the service needs neither fonts nor country names.
  const [{ default: PDFDocument }, country] = await Promise.all([import('pdfkit'), countryName(invoice.billedTo.country)]);
  const number = invoiceNumber(invoice);
  const sheet: Sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'fr-FR',
    displayTitle: true,
    info: {
      Title: `${titleOf(invoice)} ${number}`,
      Author: issuer.name,
      CreationDate: new Date(invoice.issuedAt.epochMilliseconds),
    },
  });
  const parts: Buffer[] = [];
  sheet.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<void>((resolve) => sheet.once('end', resolve));
  drawHead(sheet, invoice, issuer);
  drawParties(sheet, issuer, invoice.billedTo, country);
  const end = drawLines(sheet, invoice.lines);
  drawTotals(sheet, invoice, end);
  drawFeet(sheet, issuer, number);
  sheet.end();
  await written;
  return Buffer.concat(parts);
}

function titleOf({ kind }: PrintedInvoice): string {
  return kind === 'invoice' ? 'Facture' : 'Avoir';
}

function drawHead(sheet: Sheet, invoice: PrintedInvoice, issuer: Issuer): void {
  sheet.rect(0, 0, sheet.page.width, 6).fill(BRICK);
  const bricks = [
    [0, 0, 22],
    [25, 0, 12],
    [0, 11, 12],
    [15, 11, 22],
    [0, 22, 22],
    [25, 22, 12],
  ] as const;
  for (const [x, y, width] of bricks) sheet.rect(LEFT + x, 52 + y, width, 8).fill(BRICK);
  put(sheet, issuer.name, { x: LEFT + 50, y: 58, width: 230, size: 17, bold: true });
  put(sheet, titleOf(invoice).toUpperCase(), { x: 300, y: 48, width: RIGHT - 300, size: 24, bold: true, align: 'right' });
  put(sheet, `N° ${invoiceNumber(invoice)}`, { x: 300, y: 78, width: RIGHT - 300, size: 10.5, bold: true, align: 'right' });
  const facts = [`Date d’émission : ${day(invoice.issuedAt)}`];
  if (invoice.credited) facts.push(`Annule la facture ${invoiceNumber(invoice.credited)} du ${day(invoice.credited.issuedAt)}`);
  facts.forEach((fact, index) => {
    put(sheet, fact, { x: 250, y: 95 + index * 14, width: RIGHT - 250, size: 9.5, color: GREY, align: 'right' });
  });
}

function drawParties(sheet: Sheet, issuer: Issuer, billedTo: BilledTo, country: string | undefined): void {
  const top = 148;
  const half = (WIDTH - 20) / 2;
  sheet.roundedRect(LEFT + half + 20, top, half, 104, 4).fill(PALE);
  const parties = [
    { x: LEFT, title: 'Émise par', name: issuer.name, rows: [...issuer.address, `N° TVA : ${issuer.vatNumber}`] },
    { x: LEFT + half + 32, title: 'Adressée à', name: billedTo.name, rows: [...billedTo.address, ...(country ? [country] : [])] },
  ];
  for (const { x, title, name, rows } of parties) {
    put(sheet, title.toUpperCase(), { x, y: top + 12, width: half - 24, size: 7.5, bold: true, color: BRICK });
    put(sheet, name, { x, y: top + 27, width: half - 24, size: 11, bold: true });
    rows.forEach((row, index) => {
      put(sheet, row, { x, y: top + 45 + index * 13.5, width: half - 24, size: 9.5 });
    });
  }
}

/** Draws the table, on further sheets where it is long; returns where it ends. */
function drawLines(sheet: Sheet, lines: readonly InvoiceLine[]): number {
  let y = drawColumnTitles(sheet, 282);
  for (const line of lines) {
    sheet.font('Helvetica').fontSize(9.5);
    const height = sheet.heightOfString(printable(line.label), { width: COLUMNS[0]?.width ?? WIDTH }) + 16;
    const start = roomFor(sheet, height, y);
    if (start !== y) y = drawColumnTitles(sheet, start);
    for (const { x, width, align, of } of COLUMNS)
      put(sheet, of(line), { x, y: y + 8, width, size: 9.5, align, wraps: align === 'left' });
    y += height;
    sheet.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.7).stroke(RULE);
  }
  return y;
}

function drawColumnTitles(sheet: Sheet, y: number): number {
  sheet.rect(LEFT, y, WIDTH, 24).fill(INK);
  for (const { title, x, width, align } of COLUMNS)
    put(sheet, title, { x, y: y + 8, width, size: 8.5, bold: true, color: '#ffffff', align });
  return y + 24;
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
    put(sheet, euros(cents), { x: 440, y: top + index * ROW, width: 89, size: 9.5, align: 'right' });
  });
  const box = top + rows.length * ROW + 4;
  const label = invoice.kind === 'invoice' ? 'Total TTC' : 'Total TTC remboursé';
  sheet.roundedRect(338, box, RIGHT - 338, 30, 4).fill(PALE);
  put(sheet, label, { x: 350, y: box + 9, width: 110, size: 11, bold: true });
  put(sheet, euros(totals.inclTaxCents), { x: 440, y: box + 9, width: 89, size: 11, bold: true, color: BRICK, align: 'right' });
  if (invoice.note) put(sheet, invoice.note, { x: LEFT, y: top, width: 260, size: 9, color: GREY, wraps: true });
}

/** Where the next part of this height begins: below the last one, or on a sheet of its own. */
function roomFor(sheet: Sheet, height: number, end: number): number {
  if (end + height <= BOTTOM) return end;
  sheet.addPage();
  return TOP;
}

function drawFeet(sheet: Sheet, issuer: Issuer, number: string): void {
  const { count } = sheet.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page);
    sheet.moveTo(LEFT, 778).lineTo(RIGHT, 778).lineWidth(0.7).stroke(RULE);
    const legal = [[issuer.name, ...issuer.address].join(' · '), `${issuer.registration} · N° TVA ${issuer.vatNumber}`];
    legal.forEach((text, index) => {
      put(sheet, text, { x: LEFT, y: 786 + index * 10, width: WIDTH - 130, size: 7.5, color: GREY });
    });
    put(sheet, `${number} · ${page + 1}/${count}`, {
      x: RIGHT - 120,
      y: 786,
      width: 120,
      size: 7.5,
      color: GREY,
      align: 'right',
    });
  }
}

type Placed = {
  x: number;
  y: number;
  width: number;
  size: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
  wraps?: boolean;
};

/** Text at its place; cut to one line with an ellipsis unless it wraps. */
function put(sheet: Sheet, text: string, at: Placed): void {
  const { x, y, width, size, bold = false, color = INK, align = 'left', wraps = false } = at;
  sheet
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color)
    .text(printable(text), x, y, { width, align, ...(wraps ? {} : { height: size, ellipsis: true, lineBreak: true }) });
}

function euros(cents: number): string {
  return formatEuros(cents);
}

/** `20 %`, `8,5 %`. */
function rate(bps: number): string {
  return `${(bps / 100).toLocaleString('fr-FR')} %`;
}

function day(instant: Temporal.Instant): string {
  return parisDate(instant).toLocaleString('fr-FR', { dateStyle: 'long' });
}

async function countryName(country: string | null): Promise<string | undefined> {
  if (country === null || !/^[A-Z]{3}$/.test(country)) return country ?? undefined;
  const { default: countries } = await import('i18n-iso-countries');
  return countries.getName(country, 'fr') ?? country;
}
