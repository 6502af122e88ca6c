// GET /administration/property/properties-prices-history: the price history of all properties as a spreadsheet.

import { parisDate } from '../../../core/dates.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type Cell, writeSheet } from '../../../core/spreadsheet.ts';
import type { AppDeps } from '../../../deps.ts';
import { DATA_VALIDATION_ERROR } from './price-errors.ts';
import { readPriceLines } from './price-queries.ts';
import { isValidLine } from './price-rules.ts';

/** A-brick-prices-3 */
const COLUMNS = [
  { header: 'propertyId', width: 38 },
  { header: 'propertyName', width: 40 },
  { header: 'validFrom', width: 26 },
  { header: 'year', width: 8 },
  { header: 'brickPriceCents', width: 18 },
  { header: 'revenuePerBrickCents', width: 22 },
];

/**
 * The file and its name, which has the Paris date (catalogue.md#brick-prices). The lines are read page by page in one snapshot of
 * the database. Error: `data-validation-error` for the first line that cannot be shown, before anything is sent.
 */
export async function exportPricesHistory(deps: Pick<AppDeps, 'db' | 'clock'>): Promise<{ name: string; bytes: Buffer }> {
  const name = `properties-brick-prices-history-${parisDate(deps.clock.now())}.xlsx`;
  const bytes = await inTransaction(
    deps.db,
    (tx) => writeSheet({ name: 'Prices', columns: COLUMNS }, checkedRows(tx)),
    'repeatable read',
  );
  return { name, bytes };
}

async function* checkedRows(tx: Tx): AsyncGenerator<Cell[]> {
  for await (const page of readPriceLines(tx)) {
    for (const line of page) {
      if (!isValidLine(line))
        throw new AppError(DATA_VALIDATION_ERROR, {
          detail: `The price of property ${line.propertyId} from ${line.validFrom} cannot be shown.`,
        });
      const { propertyId, propertyName, validFrom, year, priceCents, revenuePerBrickCents } = line;
      yield [propertyId, propertyName, validFrom.toString(), year, priceCents, revenuePerBrickCents];
    }
  }
}
