// Reads the rows of a yearly update: property, year, price and revenue of a brick. Pure.

import { allCentsOf, type Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { type Cell, columnLetters, type SheetLooks, type SheetRow } from '../../../core/documents/spreadsheet.ts';
import type { FieldFault } from '../../../core/errors.ts';

/** One row of the file; `row` is its number as the spreadsheet shows it. */
export type YearlyUpdate = {
  row: number;
  propertyId: PropertyId;
  year: number;
  brickPriceCents: Cents;
  revenuePerBrickCents: Cents;
};

/** A row before its checks: a cell that is no whole number is NaN. */
type ReadUpdate = Omit<YearlyUpdate, 'brickPriceCents' | 'revenuePerBrickCents'> & {
  brickPriceCents: number;
  revenuePerBrickCents: number;
};

/** Columns of the template, in its order. `propertyName` is ignored when the file is read. */
export const UPDATE_COLUMNS = [
  { header: 'propertyId', width: 38 },
  { header: 'propertyName', width: 40 },
  { header: 'year', width: 8 },
  { header: 'brickPriceCents', width: 18 },
  { header: 'revenuePerBrickCents', width: 22 },
] as const;

/** A file with more rows is refused. */
export const MAX_ROWS = 5_000;
/** More than the table has, so that there may be notes beside it. */
export const MAX_COLUMNS = 20;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const FIRST_YEAR = 2_000;
/** A million euros for a brick; a higher number has the wrong unit. */
const MAX_CENTS = 100_000_000;

type Field = 'propertyId' | 'year' | 'brickPriceCents' | 'revenuePerBrickCents';
const FIELDS: readonly Field[] = ['propertyId', 'year', 'brickPriceCents', 'revenuePerBrickCents'];
/** Position of each column in the rows. */
type Positions = Readonly<Record<Field, number>>;

/** What the values are checked against: the Paris year, and the lowest price at which a brick can be sold. */
export type UpdateTerms = { thisYear: number; minPriceCents: Cents };

/**
 * Updates in the order of the file, or every fault of every row in that order (path `file/<row>/<column>`). The first row names
 * the columns, in any order. A row without year, price and revenue is a property that is not updated. `year` is at most the one
 * after `thisYear`. Nothing is read of a sheet that shows less than it holds.
 */
export function readUpdateRows(
  { rows, looks }: { rows: readonly SheetRow[]; looks: SheetLooks },
  terms: UpdateTerms,
): { updates: YearlyUpdate[]; faults: FieldFault[] } {
  const unseen = faultsOfLooks(rows, looks);
  if (unseen.length > 0) return { updates: [], faults: unseen };
  const [header, ...body] = rows;
  const columns = readHeader(header);
  if ('faults' in columns) return { updates: [], faults: columns.faults };
  const { positions } = columns;
  const updates: YearlyUpdate[] = [];
  const faults: FieldFault[] = [];
  const seen = new Map<string, number>();
  for (const { number, cells } of body) {
    const cell = (field: Field) => cells[positions[field]];
    const [year, price, revenue] = [cell('year'), cell('brickPriceCents'), cell('revenuePerBrickCents')];
    if ([year, price, revenue].every((value) => textOf(value) === '')) continue;
    const propertyId = textOf(cell('propertyId')).toLowerCase();
    const update = {
      row: number,
      // Border: a cell of the sheet; faultsOf refuses what is no UUID, and the look-up what is no property.
      propertyId: propertyId as PropertyId,
      year: wholeNumber(year),
      brickPriceCents: wholeNumber(price),
      revenuePerBrickCents: wholeNumber(revenue),
    };
    const known = faults.length;
    faults.push(...faultsOf(update, terms));
    const key = `${propertyId} ${update.year}`;
    const before = seen.get(key);
    if (before !== undefined && faults.length === known)
      faults.push({ path: `file/${number}/year`, reason: `row ${before} updates the same property for the same year` });
    if (!seen.has(key)) seen.set(key, number);
    const { brickPriceCents, revenuePerBrickCents } = update;
    if (faults.length === known) updates.push({ ...update, ...allCentsOf({ brickPriceCents, revenuePerBrickCents }) });
  }
  if (seen.size === 0) faults.push({ path: 'file', reason: 'updates no property' });
  return { updates, faults };
}

function readHeader(header: SheetRow | undefined): { positions: Positions } | { faults: FieldFault[] } {
  const at = (field: Field) => columnOf(header, field);
  const missing = FIELDS.filter((field) => at(field) < 0);
  if (missing.length > 0)
    return {
      faults: missing.map((field) => ({ path: `file/${header?.number ?? 1}/${field}`, reason: 'no column has this name' })),
    };
  return {
    positions: {
      propertyId: at('propertyId'),
      year: at('year'),
      brickPriceCents: at('brickPriceCents'),
      revenuePerBrickCents: at('revenuePerBrickCents'),
    },
  };
}

function faultsOf(update: ReadUpdate, { thisYear, minPriceCents }: UpdateTerms): FieldFault[] {
  const { row, propertyId, year, brickPriceCents, revenuePerBrickCents } = update;
  const faults: FieldFault[] = [];
  const check = (field: Field, holds: boolean, reason: string) => {
    if (!holds) faults.push({ path: `file/${row}/${field}`, reason });
  };
  check('propertyId', UUID_V4.test(propertyId), 'must be a UUID v4');
  check('year', isWithin(year, FIRST_YEAR, thisYear + 1), `must be a year from ${FIRST_YEAR} to ${thisYear + 1}`);
  const isPrice = isWithin(brickPriceCents, minPriceCents, MAX_CENTS);
  check('brickPriceCents', isPrice, `must be whole cents from ${minPriceCents} to ${MAX_CENTS}`);
  check('revenuePerBrickCents', isWithin(revenuePerBrickCents, 0, MAX_CENTS), `must be whole cents from 0 to ${MAX_CENTS}`);
  return faults;
}

function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined || cell instanceof Date || typeof cell === 'boolean') return cell ? String(cell) : '';
  return String(cell).trim();
}

/** What a computation in a spreadsheet may leave beside a whole number. */
const NOISE = 1e-6;

/** NaN for anything else, which fails every comparison. */
function wholeNumber(cell: Cell | undefined): number {
  if (typeof cell !== 'number') return /^\d{1,15}$/.test(textOf(cell)) ? Number(textOf(cell)) : Number.NaN;
  const whole = Math.round(cell);
  return Math.abs(cell - whole) < NOISE ? whole : Number.NaN;
}

/**
 * Values that a reader of the sheet does not see, by the name of what hides them, values that only seem to be there, by their range, and
 * formulas without a value, by their cell.
 */
function faultsOfLooks(
  rows: readonly SheetRow[],
  { hiddenSheets, hiddenRows, hiddenColumns, unvalued, merged }: SheetLooks,
): FieldFault[] {
  const isUsed = (column: number) => rows.some(({ cells }) => textOf(cells[column]) !== '');
  const columns = [...hiddenColumns].filter((column) => column < MAX_COLUMNS && isUsed(column));
  return [
    ...hiddenSheets.map((name) => ({ path: `file/${name}`, reason: `the sheet ${name} is hidden` })),
    ...columns.map((column) => ({
      path: `file/${columnLetters(column)}`,
      reason: `the column ${columnLetters(column)} is hidden`,
    })),
    ...rows
      .filter(({ number }) => hiddenRows.has(number))
      .map(({ number }) => ({
        path: `file/${number}`,
        reason: `the row ${number} is hidden`,
      })),
    ...merged
      .filter(({ first, last }) => FIELDS.some((field) => isWithin(columnOf(rows[0], field), first.column, last.column)))
      .map(({ range }) => ({
        path: `file/${range}`,
        reason: `the cells ${range} are merged: only the first of them has a value`,
      })),
    ...unvalued
      .filter(({ column }) => column < MAX_COLUMNS)
      .map(({ row, column }) => ({
        path: `file/${row}/${fieldAt(rows[0], column) ?? columnLetters(column)}`,
        reason: `the formula in ${columnLetters(column)}${row} has no stored value: open the file, let it compute and save it`,
      })),
  ];
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most;

/** Position of a column by its header; -1 when no column has the name. */
function columnOf(header: SheetRow | undefined, field: Field): number {
  return (header?.cells ?? []).findIndex((cell) => textOf(cell).toLowerCase() === field.toLowerCase());
}

function fieldAt(header: SheetRow | undefined, column: number): Field | undefined {
  const name = textOf(header?.cells[column]).toLowerCase();
  return FIELDS.find((field) => field.toLowerCase() === name);
}
