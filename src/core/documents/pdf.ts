// Layout of printed documents on A4: header, parties, tables that continue on further pages, footer with page numbers.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

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

/** Noto Sans: Latin, Greek and Cyrillic; of what is drawn the letters that are used are embedded. */
const FONT_FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
} as const;

/** What drawing needs, loaded at first use, which keeps the start of the service fast. */
async function loadTools() {
  const read = async (name: string) => withoutShaping(await readFile(fileURLToPath(import.meta.resolve(name))));
  const [{ default: PDFDocument }, { default: toAscii }, regular, bold] = await Promise.all([
    import('pdfkit'),
    import('any-ascii'),
    read(FONT_FILES.regular),
    read(FONT_FILES.bold),
  ]);
  return { PDFDocument, toAscii, regular, bold };
}
/**
 * A TrueType font without its tables of ligatures, kerning and composition: reading them takes nine tenths of the time of a document, and
 * a letter that is drawn in two pieces cannot be searched for. The directory at the start lists the tables, 16 bytes each.
 */
function withoutShaping(font: Buffer): Buffer {
  const [count, start, size] = [font.readUInt16BE(4), 12, 16];
  const records = Array.from({ length: count }, (_, index) => font.subarray(start + index * size, start + (index + 1) * size));
  const kept = records.filter((record) => !/^(GSUB|GPOS|GDEF)$/.test(record.toString('latin1', 0, 4)));
  const directory = Buffer.concat(kept);
  directory.copy(font, start);
  font.writeUInt16BE(kept.length, 4);
  return font;
}

let tools: ReturnType<typeof loadTools> | undefined;

/** How each open document spells letters that its fonts do not have. */
const spellings = new WeakMap<Sheet, (letter: string) => string>();

/** Draws a PDF document and returns its bytes. Deterministic: the same drawing with the same `writtenAt` gives the same bytes. */
export async function drawPdf(
  document: { title: string; author: string; writtenAt: Temporal.Instant },
  draw: (sheet: Sheet) => void,
): Promise<Uint8Array> {
  tools ??= loadTools();
  const { PDFDocument, toAscii, regular, bold } = await tools;
  const sheet: Sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'fr-FR',
    displayTitle: true,
    // Else it opens Helvetica, which nothing is drawn with.
    font: '',
    info: { Title: document.title, Author: document.author, CreationDate: new Date(document.writtenAt.epochMilliseconds) },
  });
  sheet.registerFont('regular', regular).registerFont('bold', bold).font('regular');
  spellings.set(sheet, toAscii);
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

/** Name and address of a party, with or without a shaded box behind them. */
export type Party = { title: string; name: string; rows: readonly string[]; x: number; width: number; boxed?: boolean };

const PARTY_PADDING = 12;

/** Draws parties side by side from `y`, at least `height` high and as high as the longest needs; returns the `y` of their end. */
export function drawParties(sheet: Sheet, at: { y: number; height: number }, parties: readonly Party[]): number {
  const heights = parties.map((party) => placeLines(sheet, party, at.y, () => {}) + PARTY_PADDING - at.y);
  const height = Math.max(at.height, ...heights);
  for (const party of parties) {
    if (party.boxed) sheet.roundedRect(party.x, at.y, party.width, height, 4).fill(PALE);
    placeLines(sheet, party, at.y, (text, layout) => put(sheet, text, layout));
  }
  return at.y + height;
}

/** Gives each line its place, whatever it takes; returns the `y` of their end. */
function placeLines(sheet: Sheet, party: Party, top: number, place: (text: string, layout: TextLayout) => void): number {
  const x = party.boxed ? party.x + PARTY_PADDING : party.x;
  const width = party.width - 2 * PARTY_PADDING;
  place(party.title.toUpperCase(), { x, y: top + PARTY_PADDING, width, size: 7.5, bold: true, color: ACCENT });
  let y = top + 27;
  for (const [index, text] of [party.name, ...party.rows].entries()) {
    const looks = index === 0 ? { size: 11, bold: true } : { size: 9.5 };
    place(text, { x, y, width, wraps: true, ...looks });
    y += heightOf(sheet, text, { width, ...looks }) + (index === 0 ? 5 : 2);
  }
  return y;
}

/** Draws a table from `y`, continued on further pages with the column titles repeated; returns the `y` of its end. */
export function drawTable<Row>(
  sheet: Sheet,
  table: { y: number; columns: readonly Column<Row>[]; rows: readonly Row[]; size?: number; padding?: number },
): number {
  const { columns, size = 9.5, padding = 8 } = table;
  let y = drawColumnTitles(sheet, columns, table.y);
  for (const row of table.rows) {
    const heights = columns
      .filter(({ align }) => align === 'left')
      .map(({ width, of }) => heightOf(sheet, of(row), { width, size }));
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

/** Height of a line, and from its top to where its letters stand, in parts of the size. */
const LEADING = 1.2;
const RISE = 0.75;
/** A line that is too long is drawn smaller, down to this part of its size, and then cut. */
const SMALLEST = 0.6;
/** What a line that was made smaller leaves to its neighbour. */
const GAP = 4;

/** Draws text; a line that is too long for `width` is drawn smaller, or wrapped if `wraps`. */
export function put(sheet: Sheet, text: string, at: TextLayout): void {
  const { x, y, width, size, bold = false, color = INK, align = 'left', wraps = false } = at;
  const shown = setFont(sheet, { size, bold }, text);
  const needed = sheet.widthOfString(shown);
  const fitting = wraps || needed <= width ? size : size * Math.max(SMALLEST, (width - GAP) / needed);
  sheet
    .fontSize(fitting)
    .fillColor(color)
    .text(shown, x, y + size * RISE, {
      width,
      align,
      baseline: 'alphabetic',
      lineGap: lineGapOf(sheet, size),
      ...(wraps ? {} : { height: size, ellipsis: true, lineBreak: true }),
    });
}

/** Height of wrapped text, as {@link put} draws it. */
function heightOf(sheet: Sheet, text: string, { width, size, bold = false }: { width: number; size: number; bold?: boolean }) {
  const shown = setFont(sheet, { size, bold }, text);
  return sheet.heightOfString(shown, { width, lineGap: lineGapOf(sheet, size) });
}

/** Sets the font and returns the text in letters that it has. */
function setFont(sheet: Sheet, { size, bold }: { size: number; bold: boolean }, text: string): string {
  sheet.font(bold ? 'bold' : 'regular').fontSize(size);
  return printable(sheet, text);
}

function lineGapOf(sheet: Sheet, size: number): number {
  return size * LEADING - sheet.currentLineHeight(true);
}

/** What pdfkit keeps of the current font; its types lack it. */
type WithFont = { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } };

/** Scripts that are written from left to right, letter after letter, and signs of no script. */
const PLAIN_SCRIPT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;

/** Letters that the library spells with nothing, though names have them: the Arabic alef. */
const SPELLED: Readonly<Record<string, string>> = { '\u0627': 'a' };
/** What only changes the letter beside it. */
const UNSPOKEN = /^[\p{M}\p{Lm}]$/u;

/**
 * Text in the letters of the font that is set: others are spelled in Latin letters; control characters become blanks, and
 * narrow no-break spaces ordinary ones.
 */
function printable(sheet: Sheet, text: string): string {
  // Border: a document has a font once one was set.
  const { font } = (sheet as unknown as WithFont)._font;
  const spell = spellings.get(sheet) ?? String;
  const plain = text
    .normalize('NFC')
    .replaceAll('\u202f', '\u00a0')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Cf}/gu, '');
  return [...plain]
    .map((letter) => {
      const isKnown = PLAIN_SCRIPT.test(letter) && font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
      return isKnown ? letter : (SPELLED[letter] ?? spell(letter)) || (UNSPOKEN.test(letter) ? '' : '?');
    })
    .join('');
}
