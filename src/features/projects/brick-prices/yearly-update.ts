// The yearly update: a spreadsheet with the published properties is given out, and read back for all rows or none.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { Cents } from '../../../core/cents.ts';
import { parisYear } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { lookAtSheet, readSheet, writeSheet } from '../../../core/documents/spreadsheet.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperties, propertyCacheKey, UNKNOWN_PROPERTY } from '../project-life/index.ts';
import {
  BRICK_PRICE_NOT_FOUND,
  CANNOT_VALIDATE_EXCEL_DATA,
  MISSING_UPDATE_FILE,
  UPDATE_FOR_YEAR_ALREADY_EXISTS,
} from './errors.ts';
import { insertYearlyPrices, listHistories, listPublishedNames } from './queries.ts';
import { type HistoryEntry, validFromOf } from './rules.ts';
import type { YearlyUpdateResult } from './schemas.ts';
import { MAX_COLUMNS, MAX_ROWS, readUpdateRows, UPDATE_COLUMNS, type UpdateTerms, type YearlyUpdate } from './update-sheet.ts';

const ONE_UPDATE_PER_YEAR = 'brick_price_one_update_per_year';

type PricedEntry = HistoryEntry & { brickPriceCents: Cents; revenuePerBrickCents: Cents | null };
type DatedUpdate = YearlyUpdate & { validFrom: Temporal.Instant };

/**
 * POST /administration/property/yearly-financial-update: new official prices and revenues of a year, for all rows or none.
 * Checks the error table from top to bottom, each rule for the whole file: `errors` names every row that breaks it, in the order
 * of the file. A constraint of the database allows one update per property and year; of two concurrent uploads the second is
 * refused. A dry run checks the same and writes nothing. The new price is the official one from now on, and the revenue counts as that of the last twelve months.
 */
export async function uploadYearlyUpdate(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: { file: Uint8Array | undefined; isDryRun: boolean; audit: RouteAudit },
): Promise<YearlyUpdateResult> {
  const { file, isDryRun, audit } = input;
  if (file === undefined) throw new AppError(MISSING_UPDATE_FILE);
  const at = deps.clock.now();
  const updates = await readUpdates(file, { thisYear: parisYear(at), minPriceCents: deps.config.MIN_BRICK_PRICE_CENTS });
  const applied = await inTransaction(deps.db, (tx) => apply(tx, updates, { isDryRun, audit, at })).catch((error: unknown) => {
    if (violatedConstraint(error) === ONE_UPDATE_PER_YEAR) throw new AppError(UPDATE_FOR_YEAR_ALREADY_EXISTS, { cause: error });
    throw error;
  });
  return {
    updates: applied.dated.map(({ propertyId, year, brickPriceCents, revenuePerBrickCents, validFrom }) => ({
      propertyId,
      year,
      brickPriceCents,
      revenuePerBrickCents,
      validFrom: validFrom.toString(),
    })),
    previous: applied.previous,
    dryRun: isDryRun,
  };
}

async function readUpdates(file: Uint8Array, terms: UpdateTerms): Promise<YearlyUpdate[]> {
  const rows = await readSheet(file, { rows: MAX_ROWS, columns: MAX_COLUMNS });
  const looks = rows && (await lookAtSheet(file));
  if (rows === undefined || looks === undefined)
    throw new AppError(CANNOT_VALIDATE_EXCEL_DATA, {
      detail: `The file is no xlsx file that can be read, or has more than ${MAX_ROWS} rows.`,
    });
  const { updates, faults } = readUpdateRows({ rows, looks }, terms);
  if (faults.length > 0) throw new AppError(CANNOT_VALIDATE_EXCEL_DATA, { detail: 'Some rows are not valid.', faults });
  return updates;
}

async function apply(
  tx: Tx,
  updates: readonly YearlyUpdate[],
  by: { isDryRun: boolean; audit: RouteAudit; at: Temporal.Instant },
): Promise<{ dated: DatedUpdate[]; previous: YearlyUpdateResult['previous'] }> {
  const propertyIds = [...new Set(updates.map(({ propertyId }) => propertyId))];
  const known = await lockProperties(tx, propertyIds);
  const histories: Map<PropertyId, PricedEntry[]> = Map.groupBy(
    await listHistories(tx, propertyIds),
    ({ propertyId }) => propertyId,
  );
  const historyOf = ({ propertyId }: YearlyUpdate) => histories.get(propertyId) ?? [];
  refuseRows(updates, UNKNOWN_PROPERTY, 'propertyId', ({ propertyId }) => !known.has(propertyId));
  refuseRows(updates, BRICK_PRICE_NOT_FOUND, 'propertyId', (update) => historyOf(update).length === 0);
  refuseRows(updates, UPDATE_FOR_YEAR_ALREADY_EXISTS, 'year', (update) =>
    historyOf(update).some(({ year }) => year === update.year),
  );
  const previous = updates.map((update) => officialOf(historyOf(update)));
  const dated = updates.map((update) => {
    const validFrom = validFromOf(historyOf(update), update.year, by.at);
    histories.set(update.propertyId, [...historyOf(update), { ...update, validFrom }]);
    return { ...update, validFrom };
  });
  if (by.isDryRun) return { dated, previous };
  await insertYearlyPrices(tx, dated, by.at);
  await invalidate(tx, propertyIds.map(propertyCacheKey));
  const payload = { updates: updates.map(({ propertyId, year }) => ({ propertyId, year })) };
  await recordAdminAction(tx, { ...by.audit, payload, at: by.at });
  return { dated, previous };
}

/** The official price before the update: the last of the history, which is never empty here. */
function officialOf(history: readonly PricedEntry[]): YearlyUpdateResult['previous'][number] {
  const newest = history.at(-1);
  if (newest === undefined) throw new Error('a property without a price was not refused');
  const { year, brickPriceCents, revenuePerBrickCents } = newest;
  return { year, brickPriceCents, revenuePerBrickCents };
}

function refuseRows(
  updates: readonly YearlyUpdate[],
  code: string,
  column: string,
  isRefused: (update: YearlyUpdate) => boolean,
): void {
  const faults = updates.filter(isRefused).map(({ row }) => ({ path: `file/${row}/${column}`, reason: code }));
  if (faults.length > 0) throw new AppError(code, { detail: 'Nothing was updated.', faults });
}

/**
 * GET .../yearly-financial-update/template: the spreadsheet of a yearly update, with the published properties to fill in.
 * The file; rows without numbers change nothing when it is uploaded.
 */
export async function writeUpdateTemplate(deps: Pick<AppDeps, 'db'>): Promise<Buffer> {
  const properties = await listPublishedNames(deps.db, MAX_ROWS - 1);
  return writeSheet(
    { name: 'Yearly update', columns: UPDATE_COLUMNS },
    properties.map(({ id, name }) => [id, name, null, null, null]),
  );
}
