// Layout of printed documents on A4: header, parties, tables that continue on further pages, footer with page numbers.

/** The document while it is drawn; it always draws on its current page. */
export type Sheet = PDFKit.PDFDocument;

/** A column of a table; `of` gives the text of its cell in a row. Only left-aligned cells wrap. */
export type Column<Row> = { title: string; x: number; width: number; align: 'left' | 'right'; of: (row: Row) => string };

export const LEFT = 56;
export const RIGHT = 539;
export const WIDTH = RIGHT - LEFT;
const INK = '#1f2937';
export const GREY = '#6b7280';
export const ACCENT = '#b4532a';
export const PALE = '#f6efe9';
const TOP = 56;
const BOTTOM = 752;
const RULE = '#e5e7eb';

/** Draws a PDF document and returns its bytes. Deterministic: the same drawing with the same `writtenAt` gives the same bytes. */
export async function drawPdf(
  document: { title: string; author: string; writtenAt: Temporal.Instant },
  draw: (sheet: Sheet) => void,
): Promise<Uint8Array> {
  // Loaded at first use, which keeps the start of the service fast.
  const { default: PDFDocument } = await import('pdfkit');
  const sheet: Sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'fr-FR',
    displayTitle: true,
    info: { Title: document.title, Author: document.author, CreationDate: new Date(document.writtenAt.epochMilliseconds) },
  });
  const parts: Buffer[] = [];
  sheet.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<void>((resolve) => sheet.once('end', resolve));
  draw(sheet);
  sheet.end();
  await written;
  return Buffer.concat(parts);
}

/** Header: logo and name of the company on the left; title, one line below it and further facts on the right. */
export function drawHead(sheet: Sheet, head: { company: string; title: string; line: string; facts: readonly string[] }): void {
  sheet.rect(0, 0, sheet.page.width, 6).fill(ACCENT);
  const logo = [
    [0, 0, 22],
    [25, 0, 12],
    [0, 11, 12],
    [15, 11, 22],
    [0, 22, 22],
    [25, 22, 12],
  ] as const;
  for (const [x, y, width] of logo) sheet.rect(LEFT + x, 52 + y, width, 8).fill(ACCENT);
  put(sheet, head.company, { x: LEFT + 50, y: 58, width: 230, size: 17, bold: true });
  put(sheet, head.title.toUpperCase(), { x: 250, y: 48, width: RIGHT - 250, size: 24, bold: true, align: 'right' });
  put(sheet, head.line, { x: 300, y: 78, width: RIGHT - 300, size: 10.5, bold: true, align: 'right' });
  head.facts.forEach((fact, index) => {
    put(sheet, fact, { x: 250, y: 95 + index * 14, width: RIGHT - 250, size: 9.5, color: GREY, align: 'right' });
  });
}

/** Name and address of one party, with or without a shaded box of these dimensions. */
export function drawParty(
  sheet: Sheet,
  at: { x: number; y: number; width: number; height: number; boxed: boolean },
  party: { title: string; name: string; rows: readonly string[] },
): void {
  const { x, y, width, height, boxed } = at;
  if (boxed) sheet.roundedRect(x, y, width, height, 4).fill(PALE);
  const left = boxed ? x + 12 : x;
  put(sheet, party.title.toUpperCase(), { x: left, y: y + 12, width: width - 24, size: 7.5, bold: true, color: ACCENT });
  put(sheet, party.name, { x: left, y: y + 27, width: width - 24, size: 11, bold: true });
  party.rows.forEach((row, index) => {
    put(sheet, row, { x: left, y: y + 45 + index * 13.5, width: width - 24, size: 9.5 });
  });
}

/** Draws a table from `y`, continued on further pages with the column titles repeated; returns the `y` of its end. */
export function drawTable<Row>(
  sheet: Sheet,
  table: { y: number; columns: readonly Column<Row>[]; rows: readonly Row[]; size?: number; padding?: number },
): number {
  const { columns, size = 9.5, padding = 8 } = table;
  let y = drawColumnTitles(sheet, columns, table.y);
  for (const row of table.rows) {
    sheet.font('Helvetica').fontSize(size);
    const heights = columns
      .filter(({ align }) => align === 'left')
      .map(({ width, of }) => sheet.heightOfString(printable(of(row)), { width }));
    const height = Math.max(size, ...heights) + 2 * padding;
    const start = roomFor(sheet, height, y);
    if (start !== y) y = drawColumnTitles(sheet, columns, start);
    for (const { x, width, align, of } of columns)
      put(sheet, of(row), { x, y: y + padding, width, size, align, wraps: align === 'left' });
    y += height;
    sheet.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.7).stroke(RULE);
  }
  return y;
}

function drawColumnTitles<Row>(sheet: Sheet, columns: readonly Column<Row>[], y: number): number {
  sheet.rect(LEFT, y, WIDTH, 24).fill(INK);
  for (const { title, x, width, align } of columns)
    put(sheet, title, { x, y: y + 8, width, size: 8.5, bold: true, color: '#ffffff', align });
  return y + 24;
}

/** The `y` at which a block of this height fits: `end`, or the top of a new page. */
export function roomFor(sheet: Sheet, height: number, end: number): number {
  if (end + height <= BOTTOM) return end;
  sheet.addPage();
  return TOP;
}

/** Footer of every page: the lines of `imprint` on the left, `label` with the page number on the right. Call it last. */
export function drawFeet(sheet: Sheet, imprint: readonly string[], label: string): void {
  const { count } = sheet.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page);
    sheet.moveTo(LEFT, 778).lineTo(RIGHT, 778).lineWidth(0.7).stroke(RULE);
    imprint.forEach((text, index) => {
      put(sheet, text, { x: LEFT, y: 786 + index * 10, width: WIDTH - 130, size: 7.5, color: GREY });
    });
    put(sheet, `${label} · ${page + 1}/${count}`, { x: RIGHT - 120, y: 786, width: 120, size: 7.5, color: GREY, align: 'right' });
  }
}

type TextLayout = {
  x: number;
  y: number;
  width: number;
  size: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
  wraps?: boolean;
};

/** Draws text; cut to one line with an ellipsis unless `wraps`. */
export function put(sheet: Sheet, text: string, at: TextLayout): void {
  const { x, y, width, size, bold = false, color = INK, align = 'left', wraps = false } = at;
  sheet
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color)
    .text(printable(text), x, y, { width, align, ...(wraps ? {} : { height: size, ellipsis: true, lineBreak: true }) });
}

/** Characters of the PDF standard fonts beyond Latin-1 (Windows-1252). */
const WINDOWS_1252 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
/** Letters that Unicode does not decompose into a base letter and an accent. */
const PLAIN_LETTERS = new Map(
  Object.entries({ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ĳ: 'ij' }),
);

/**
 * Text in the characters that the standard fonts have (A-invoices-3): accents they lack are dropped, letters of other scripts
 * become `?`, and the narrow no-break spaces of French amounts become ordinary no-break spaces.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC').replaceAll('\u202f', '\u00a0')].map(printableLetter).join('');
}

function printableLetter(letter: string): string {
  if (isPrintable(letter)) return letter;
  const plain = PLAIN_LETTERS.get(letter) ?? letter.normalize('NFD').replace(/\p{Diacritic}/gu, '');
  return [...plain].every(isPrintable) ? plain : '?';
}

function isPrintable(letter: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]$/.test(letter) || WINDOWS_1252.has(letter);
}

/** `3 mars 2026`. */
export function longDay(date: Temporal.PlainDate): string {
  return date.toLocaleString('fr-FR', { dateStyle: 'long' });
}
