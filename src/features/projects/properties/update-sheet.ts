// Reads the rows of a yearly update: which property, which year, what a brick is worth and what it brought. Pure.

import type { FieldFault } from '../../../core/errors.ts';
import type { Cell, SheetRow } from '../../../core/spreadsheet.ts';

/** One row of the file; `row` is its number as the spreadsheet shows it. Amounts in cents. */
export type YearlyUpdate = {
  row: number;
  propertyId: string;
  year: number;
  brickPriceCents: number;
  revenuePerBrickCents: number;
};

/** Columns of the template, in its order. `propertyName` is for the reader's eye alone (A-brick-prices-1). */
export const UPDATE_COLUMNS = [
  { header: 'propertyId', width: 38 },
  { header: 'propertyName', width: 40 },
  { header: 'year', width: 8 },
  { header: 'brickPriceCents', width: 18 },
  { header: 'revenuePerBrickCents', width: 22 },
] as const;

/** More rows than this are no yearly update. */
export const MAX_ROWS = 5_000;
/** Room for notes beside the table. */
export const MAX_COLUMNS = 20;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FIRST_YEAR = 2_000;
/** A brick of a million euros: beyond it somebody mistook the unit. */
const MAX_CENTS = 100_000_000;

type Field = 'propertyId' | 'year' | 'brickPriceCents' | 'revenuePerBrickCents';
const FIELDS: readonly Field[] = ['propertyId', 'year', 'brickPriceCents', 'revenuePerBrickCents'];
type Places = Readonly<Record<Field, number>>;

/**
 * Updates in the order of the file, or every fault of every row in that order (path `file/<row>/<column>`). The first row names the
 * columns, in any order; a row with none of the three numbers is a property that is not updated. `year` may be at most the one after
 * `thisYear`.
 */
export function readUpdateRows(rows: readonly SheetRow[], thisYear: number): { updates: YearlyUpdate[]; faults: FieldFault[] } {
  const [header, ...body] = rows;
  const places = placesOf(header);
  if (!('places' in places)) return { updates: [], faults: places.faults };
  const updates: YearlyUpdate[] = [];
  const faults: FieldFault[] = [];
  const seen = new Map<string, number>();
  for (const { number, cells } of body) {
    const texts = FIELDS.map((field) => textOf(cells[places.places[field]]));
    if (texts.slice(1).every((text) => text === '')) continue;
    const [propertyId = '', year = '', price = '', revenue = ''] = texts;
    const update = {
      row: number,
      propertyId,
      year: wholeNumber(year),
      brickPriceCents: wholeNumber(price),
      revenuePerBrickCents: wholeNumber(revenue),
    };
    const known = faults.length;
    faults.push(...faultsOf(update, thisYear));
    const key = `${propertyId} ${update.year}`;
    const before = seen.get(key);
    if (before !== undefined && faults.length === known)
      faults.push({ path: `file/${number}/year`, reason: `row ${before} updates the same property for the same year` });
    if (!seen.has(key)) seen.set(key, number);
    updates.push(update);
  }
  if (updates.length === 0) faults.push({ path: 'file', reason: 'updates no property' });
  return { updates, faults };
}

function placesOf(header: SheetRow | undefined): { places: Places } | { faults: FieldFault[] } {
  const names = (header?.cells ?? []).map((cell) => textOf(cell).toLowerCase());
  const at = (field: Field) => names.indexOf(field.toLowerCase());
  const missing = FIELDS.filter((field) => at(field) < 0);
  if (missing.length > 0)
    return {
      faults: missing.map((field) => ({ path: `file/${header?.number ?? 1}/${field}`, reason: 'no column has this name' })),
    };
  return {
    places: {
      propertyId: at('propertyId'),
      year: at('year'),
      brickPriceCents: at('brickPriceCents'),
      revenuePerBrickCents: at('revenuePerBrickCents'),
    },
  };
}

function faultsOf(update: YearlyUpdate, thisYear: number): FieldFault[] {
  const { row, propertyId, year, brickPriceCents, revenuePerBrickCents } = update;
  const faults: FieldFault[] = [];
  const check = (field: Field, holds: boolean, reason: string) => {
    if (!holds) faults.push({ path: `file/${row}/${field}`, reason });
  };
  const within = (value: number, least: number, most: number) => value >= least && value <= most;
  check('propertyId', UUID_V4.test(propertyId), 'must be a UUID v4 in lower case');
  check('year', within(year, FIRST_YEAR, thisYear + 1), `must be a year from ${FIRST_YEAR} to ${thisYear + 1}`);
  check('brickPriceCents', within(brickPriceCents, 1, MAX_CENTS), `must be whole cents from 1 to ${MAX_CENTS}`);
  check('revenuePerBrickCents', within(revenuePerBrickCents, 0, MAX_CENTS), `must be whole cents from 0 to ${MAX_CENTS}`);
  return faults;
}

function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined || cell instanceof Date || typeof cell === 'boolean') return cell ? String(cell) : '';
  return String(cell).trim();
}

/** NaN for what is none; it fails every comparison. */
function wholeNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
