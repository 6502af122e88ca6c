// POST /administration/property/:propertyId/resale/start: puts a royalty property up for sale (A-resale-10).

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, PROPERTY_NOT_FOUND, writeResale } from '../project-life/index.ts';
import { type PropertyView, toPropertyView } from '../properties/index.ts';
import { assertMayStart, assertSameProperty } from './rules.ts';
import { saleStateOf } from './sale-state.ts';

/** Which property, and since when it is for sale; `bodyPropertyId` is the id in the body, which may repeat that of the path. */
export type StartResale = {
  propertyId: PropertyId;
  bodyPropertyId: PropertyId | undefined;
  saleStartedAt: Temporal.Instant;
  audit: RouteAudit;
};

/**
 * Under the property's lock. Returns the property. Errors: `validation-failed` (another id, not royalty), then those of
 * market.md#resale-of-a-property.
 */
export async function startResale(deps: Pick<AppDeps, 'db' | 'clock'>, input: StartResale): Promise<PropertyView> {
  const { propertyId, saleStartedAt, audit } = input;
  assertSameProperty(propertyId, input.bodyPropertyId);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(PROPERTY_NOT_FOUND);
    assertMayStart(saleStateOf(property));
    const started = await writeResale(tx, propertyId, { resale_sale_started_at: saleStartedAt, updated_at: at });
    const payload = { saleStartedAt: saleStartedAt.toString() };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return toPropertyView(started);
  });
}
