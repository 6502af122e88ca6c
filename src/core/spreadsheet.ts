// Spreadsheets in and out: what people send is read within limits, what they get cannot run as a formula.

import { isModestArchive } from './archive-limits.ts';

/** Media type of an xlsx file. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A cell: text, number, truth, moment or nothing. */
export type Cell = string | number | boolean | Date | null;

/** One row with its number as the spreadsheet shows it: the first is 1. */
export type SheetRow = { number: number; cells: readonly Cell[] };

/** Number of the last row that the format knows. */
const LAST_ROW = 1_048_576;
const MAX_ENTRIES = 200;
const MAX_UNPACKED_BYTES = 32 * 1_048_576;

/**
 * Rows of the first sheet of an xlsx file, empty ones left out; cells beyond the limit of columns are not read. Undefined for what is
 * no xlsx file, cannot be read, unpacks to more than 32 MB or has more than `rows` rows.
 */
export async function readSheet(bytes: Uint8Array, limits: { rows: number; columns: number }): Promise<SheetRow[] | undefined> {
  if (!(await isModestArchive(bytes, { entries: MAX_ENTRIES, bytes: MAX_UNPACKED_BYTES }))) return undefined;
  const { colToLetter, streamXlsxRows } = await import('hucre/xlsx');
  const range = `A1:${colToLetter(limits.columns - 1)}${LAST_ROW}`;
  const rows: SheetRow[] = [];
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0, range })) {
      if (index >= limits.rows) return undefined;
      if (values.some((cell) => cell !== null && cell !== '')) rows.push({ number: index + 1, cells: values });
    }
  } catch {
    return undefined;
  }
  return rows;
}

/**
 * An xlsx file of one sheet, the headers in its first row; rows are taken as they come, so that memory holds the packed file alone.
 * Errors of `rows` are thrown on.
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

/** Text that a spreadsheet program would take for a formula begins with an apostrophe, also once it is exported as CSV. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
