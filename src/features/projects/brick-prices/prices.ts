// The official price of a brick is corrected, and the history of all prices exported.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { parisDate } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { type Cell, writeSheet } from '../../../core/documents/spreadsheet.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState, propertyCacheKey, UNKNOWN_PROPERTY } from '../project-life/index.ts';
import { DATA_VALIDATION_ERROR, PRICE_BELOW_MINIMUM, PRICE_NOT_THE_NEWEST, PRICE_NOTHING_TO_CORRECT } from './errors.ts';
import { correctPrice, listHistories, readPriceLines } from './queries.ts';
import { isValidLine, PRICE_VERBS } from './rules.ts';
import type { CorrectedPrice, PriceCorrection } from './schemas.ts';

/**
 * PATCH /administration/property/:propertyId/brick-prices/newest: corrects the yearly update that is the official price.
 * The corrected price is official from now on and keeps its place in the history; deals that were offered before keep theirs. The price of
 * the publication stays, as bricks were bought at it. Errors: the table, from top to bottom.
 */
export async function correctBrickPrice(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: { propertyId: PropertyId; correction: PriceCorrection; audit: RouteAudit },
): Promise<CorrectedPrice> {
  const { propertyId, correction, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(UNKNOWN_PROPERTY);
    assertAllowed(PRICE_VERBS['correct-brick-price'], projectState(property));
    const newest = (await listHistories(tx, [propertyId])).at(-1);
    if (newest === undefined || newest.year === null) throw new AppError(PRICE_NOTHING_TO_CORRECT);
    if (newest.year !== correction.year) throw new AppError(PRICE_NOT_THE_NEWEST);
    if (correction.brickPriceCents < deps.config.MIN_BRICK_PRICE_CENTS) throw new AppError(PRICE_BELOW_MINIMUM);
    await correctPrice(tx, newest, correction);
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    const { validFrom, year, brickPriceCents, revenuePerBrickCents } = newest;
    const previous = { year, brickPriceCents, revenuePerBrickCents };
    await recordAdminAction(tx, {
      ...audit,
      target: { type: 'property', id: propertyId },
      payload: { ...correction, previous },
      at,
    });
    return { propertyId, ...correction, validFrom: validFrom.toString(), previous };
  });
}

/** Columns of the exported history, in their order. */
const COLUMNS = [
  { header: 'propertyId', width: 38 },
  { header: 'propertyName', width: 40 },
  { header: 'validFrom', width: 26 },
  { header: 'year', width: 8 },
  { header: 'brickPriceCents', width: 18 },
  { header: 'revenuePerBrickCents', width: 22 },
];

/**
 * GET /administration/property/properties-prices-history: the price history of all properties as a spreadsheet.
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
