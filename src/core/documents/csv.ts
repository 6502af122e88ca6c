// CSV for French spreadsheets: UTF-8 with byte order mark, semicolons, decimal commas, CRLF.

import type { Cents } from '../cents.ts';

const SEPARATOR = ';';
/** Excel reads a file as UTF-8 only with it. */
const BYTE_ORDER_MARK = '\ufeff';

/** The file of rows whose cells the functions below have written. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.join(SEPARATOR)}\r\n`).join('');
}

/** `31/12/2026`. */
export function dayCell(date: Temporal.PlainDate): string {
  return `${String(date.day).padStart(2, '0')}/${String(date.month).padStart(2, '0')}/${date.year}`;
}

/** `-1234,50`: without separators of thousands, which spreadsheets read as text. */
export function amountCell(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Text that a spreadsheet cannot run as a formula, quoted if it contains a separator, a quote or a line end. */
export function textCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
