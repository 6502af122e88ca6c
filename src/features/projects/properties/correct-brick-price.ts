// PATCH /administration/property/:propertyId/brick-prices/newest: corrects the yearly update that is the official price.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState, propertyCacheKey, UNKNOWN_PROPERTY } from '../project-life/index.ts';
import { PRICE_BELOW_MINIMUM, PRICE_NOT_THE_NEWEST, PRICE_NOTHING_TO_CORRECT } from './price-errors.ts';
import { correctPrice, listHistories } from './price-queries.ts';
import type { CorrectedPrice, PriceCorrection } from './price-schemas.ts';
import { PROPERTY_VERBS } from './states.ts';

/**
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
    assertAllowed(PROPERTY_VERBS['correct-brick-price'], projectState(property));
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
