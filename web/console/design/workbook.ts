// A workbook of a list; a module of its own, as it brings a library that few visits need.

import { writeXlsxStream } from 'hucre/xlsx';
import { parisSecondOf } from '../../core/paris-time.ts';
import { DAY, type Exported, INSTANT, type Sheet } from './export.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook of one sheet: amounts are numbers, days and times are dates; a text stays as it is, as the file says that it is one. */
export async function xlsxOf({ titles, rows }: Sheet): Promise<Blob> {
  const columns = titles.map((header, index) => ({ header, ...looksOf(rows.map((row) => row[index] ?? null)) }));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const cells = rows.map((row) => row.map(sheetCell));
  for await (const part of writeXlsxStream(cells, { name: 'Mortar', columns, freezePane: { rows: 1 } }))
    parts.push(new Uint8Array(part));
  return new Blob(parts, { type: XLSX });
}

function sheetCell(value: Exported): string | number | Date | null {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'object') return value.cents / 100;
  if (INSTANT.test(value)) return new Date(`${parisSecondOf(new Date(value)).replace(' ', 'T')}Z`);
  return DAY.test(value) ? new Date(`${value}T00:00:00Z`) : value;
}

/** By the first cell that is not empty. */
function looksOf(cells: readonly Exported[]): { width: number; numFmt?: string } {
  const first = cells.find((cell) => cell !== null && cell !== '') ?? null;
  if (typeof first === 'object' && first !== null) return { width: 14, numFmt: '#,##0.00' };
  if (typeof first !== 'string') return { width: 12 };
  if (INSTANT.test(first)) return { width: 19, numFmt: 'dd/mm/yyyy hh:mm:ss' };
  return DAY.test(first) ? { width: 12, numFmt: 'dd/mm/yyyy' } : { width: 28 };
}
