// Reads uploaded spreadsheets within limits, and writes spreadsheets whose text cells cannot be executed as formulas.

import { isWithinZipLimits } from './zip-limits.ts';

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
