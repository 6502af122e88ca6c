// The cells of a list's file, and CSV as spreadsheets of the reader's language open it. Days and times are those of Paris.

import { language } from '../../core/language.ts';
import { parisSecondOf } from '../../core/paris-time.ts';

/** A cell: text, a number, an amount, or an instant or a day in ISO 8601. */
export type Exported = string | number | { cents: number } | null;
export type Sheet = { titles: readonly string[]; rows: readonly (readonly Exported[])[] };
export type Format = 'csv' | 'xlsx';

/** An instant of the API. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** A day of the API. */
export const DAY = /^\d{4}-\d\d-\d\d$/;
/** Begins a cell that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Tells a spreadsheet that the text is UTF-8. */
const MARK = '\ufeff';

/** `1250,00`, `03/12/2026 14:05:09` and `;` in French; `1250.00`, `2026-12-03 14:05:09` and `,` in English. */
export function csvOf({ titles, rows }: Sheet): Blob {
  const separator = language.value === 'fr' ? ';' : ',';
  const lines = [titles, ...rows].map((row) => row.map(csvCell).join(separator));
  return new Blob([`${MARK}${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
}

function csvCell(value: Exported): string {
  if (value === null) return '';
  if (typeof value === 'number') return local(String(value));
  if (typeof value === 'object') return local((value.cents / 100).toFixed(2));
  const text = INSTANT.test(value) ? local(parisSecondOf(new Date(value))) : DAY.test(value) ? local(value) : harmless(value);
  return `"${text.replaceAll('"', '""')}"`;
}

/** A number, or a day with or without a time, as the language writes it. */
function local(text: string): string {
  if (language.value !== 'fr') return text;
  return text.includes('-', 1) ? text.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1') : text.replace('.', ',');
}

/** Prefixes what a spreadsheet would execute with an apostrophe: CSV does not say what is a text. */
function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
