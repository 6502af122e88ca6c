// Reads uploaded spreadsheets within limits, with what a spreadsheet program shows of them beside the values, and writes spreadsheets
// whose text cells cannot be executed as formulas.

import { isWithinZipLimits, readArchiveText } from './zip-limits.ts';

/** Media type of an xlsx file. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Value of a cell; null when it is empty. */
export type Cell = string | number | boolean | Date | null;

/** A row with its number as the spreadsheet program shows it, from 1. */
export type SheetRow = { number: number; cells: readonly Cell[] };

/** Maximum number of rows of the format. */
const LAST_ROW = 1_048_576;
const MAX_ENTRIES = 200;
const MAX_UNPACKED_BYTES = 32 * 1_048_576;

/**
 * Rows of the first sheet of an xlsx file without the empty ones; cells beyond the limit of columns are not read. Undefined when the file
 * is no readable xlsx, breaks a limit of an archive or has more than `rows` rows.
 */
export async function readSheet(bytes: Uint8Array, limits: { rows: number; columns: number }): Promise<SheetRow[] | undefined> {
  if (!(await isWithinZipLimits(bytes, { entries: MAX_ENTRIES, bytes: MAX_UNPACKED_BYTES }))) return undefined;
  const { colToLetter, streamXlsxRows } = await import('hucre/xlsx');
  const range = `A1:${colToLetter(limits.columns - 1)}${LAST_ROW}`;
  const rows: SheetRow[] = [];
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0, range })) {
      // Empty rows have formats at most, which may reach down to the end of the sheet.
      if (values.every((cell) => cell === null || String(cell).trim() === '')) continue;
      if (index >= limits.rows) return undefined;
      rows.push({ number: index + 1, cells: values });
    }
  } catch {
    return undefined;
  }
  return rows;
}

/**
 * An xlsx file of one sheet with the headers in its first row. Rows are streamed, so that only the compressed file is held in memory.
 * Errors of `rows` are rethrown.
 */
export async function writeSheet(
  sheet: { name: string; columns: readonly { header: string; width: number }[] },
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): Promise<Buffer> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const columns = sheet.columns.map(({ header, width }) => ({ header, width }));
  const parts: Uint8Array[] = [];
  const file = writeXlsxStream(withoutFormulas(rows), { name: sheet.name, columns, freezePane: { rows: 1 } });
  for await (const part of file) parts.push(part);
  return Buffer.concat(parts);
}

async function* withoutFormulas(rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>): AsyncIterable<Cell[]> {
  for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell));
}

/** Prefixes text that a spreadsheet program would execute as a formula with an apostrophe, which also protects a CSV export. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/**
 * `hiddenSheets` by name; rows by the numbers and columns by the letters that the program shows. `unvalued`: cells whose formula has no
 * stored value, as programs write them that do not compute. `merged`: cells that show the value of their first one, as in `C2:C3`.
 */
export type SheetLooks = {
  hiddenSheets: string[];
  hiddenRows: ReadonlySet<number>;
  hiddenColumns: ReadonlySet<number>;
  unvalued: Place[];
  merged: { range: string; first: Place; last: Place }[];
};

type Place = { row: number; column: number };

/** A tag of XML with its attributes; the files read here define no entities. */
type Tag = { name: string; isEnd: boolean; isEmpty: boolean; attributes: Readonly<Record<string, string>>; end: number };

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const CELL = /^([A-Z]{1,3})(\d{1,7})$/;

/** Undefined when the first sheet is not found where the file says. `bytes` have passed the limits of an archive. */
export async function lookAtSheet(bytes: Uint8Array): Promise<SheetLooks | undefined> {
  const workbookPath = targets(await readArchiveText(bytes, '_rels/.rels'), '').find(
    ({ type }) => type === 'officeDocument',
  )?.path;
  if (workbookPath === undefined) return undefined;
  const folder = workbookPath.replace(/[^/]*$/, '');
  const sheets = [...tagsOf(await readArchiveText(bytes, workbookPath))].filter(({ name, isEnd }) => name === 'sheet' && !isEnd);
  const links = targets(await readArchiveText(bytes, `${folder}_rels/${workbookPath.slice(folder.length)}.rels`), folder);
  const first = links.find(({ id }) => id === sheets[0]?.attributes.id);
  if (first === undefined) return undefined;
  const hiddenSheets = sheets
    .filter(({ attributes }) => /hidden/i.test(attributes.state ?? ''))
    .map(({ attributes }) => attributes.name);
  const xml = await readArchiveText(bytes, first.path);
  return xml === '' ? undefined : { hiddenSheets: hiddenSheets.map((name) => name ?? ''), ...looksOf(xml) };
}

/** The letters of a column, from A for 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

function looksOf(xml: string): Omit<SheetLooks, 'hiddenSheets'> {
  const hiddenRows = new Set<number>();
  const hiddenColumns = new Set<number>();
  const unvalued: Place[] = [];
  const merged: SheetLooks['merged'] = [];
  let at = { row: 0, column: -1 };
  let cell = { isText: false, isFormula: false, hasValue: false };
  for (const { name, isEnd, isEmpty, attributes, end } of tagsOf(xml)) {
    if (name === 'col' && !isEnd && isHidden(attributes, attributes.width)) addRange(hiddenColumns, attributes);
    if (name === 'row' && !isEnd) {
      at = { row: Number(attributes.r ?? at.row + 1), column: -1 };
      if (isHidden(attributes, attributes.ht)) hiddenRows.add(at.row);
    }
    if (name === 'c' && !isEnd) {
      at = placeOf(attributes.r) ?? { row: at.row, column: at.column + 1 };
      cell = { isText: attributes.t === 'str', isFormula: false, hasValue: false };
    }
    if (name === 'f' && !isEnd) cell.isFormula = true;
    if (name === 'v' && !isEnd && (cell.isText || (!isEmpty && xml[end] !== '<'))) cell.hasValue = true;
    if (name === 'c' && isEnd && cell.isFormula && !cell.hasValue) unvalued.push(at);
    if (name === 'mergeCell' && !isEnd) merged.push(...rangeOf(attributes.ref));
  }
  return { hiddenRows, hiddenColumns, unvalued, merged };
}

/** Columns and rows of no size are hidden, too. */
function isHidden({ hidden }: Tag['attributes'], size: string | undefined): boolean {
  return hidden === '1' || hidden === 'true' || (size !== undefined && Number(size) === 0);
}

/** As many columns as anything here looks at. */
const LAST_COLUMN = 1_000;

function addRange(columns: Set<number>, { min, max }: Tag['attributes']): void {
  for (let column = Number(min); column <= Math.min(Number(max), LAST_COLUMN); column += 1) columns.add(column - 1);
}

function rangeOf(range = ''): SheetLooks['merged'] {
  const [first, last] = range.split(':').map(placeOf);
  return first && last ? [{ range, first, last }] : [];
}

function placeOf(reference = ''): Place | undefined {
  const [, letters, row] = CELL.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row), column };
}

/** The parts that a part of the file leads to. */
function targets(xml: string, folder: string): { id: string; type: string; path: string }[] {
  return [...tagsOf(xml)].flatMap(({ name, isEnd, attributes }) => {
    const { Id: id, Type: type = '', Target: target } = attributes;
    if (name !== 'Relationship' || isEnd || id === undefined || target === undefined) return [];
    const { pathname } = new URL(target, `file:///${folder}`);
    return [{ id, type: type.replace(/^.*\//, ''), path: decodeURIComponent(pathname.slice(1)) }];
  });
}

function* tagsOf(xml: string): Generator<Tag> {
  for (const match of xml.matchAll(TAG)) {
    const [whole, slash, name = '', written = '', closing] = match;
    const attributes = Object.fromEntries(
      [...written.matchAll(ATTRIBUTE)].map(([, key, one, other]) => [key, one ?? other ?? '']),
    );
    yield { name, isEnd: slash === '/', isEmpty: closing === '/', attributes, end: match.index + whole.length };
  }
}
