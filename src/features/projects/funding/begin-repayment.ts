// What the first transfer to the owner changes of a property.

import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { changeFinancialStatus, markPurchased, propertyCacheKey } from '../project-life/index.ts';

/** The first transfer starts the repayment; a later status stays. */
export async function beginRepayment(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  await markPurchased(tx, propertyId, at);
  await changeFinancialStatus(tx, propertyId, 'first-transfer-to-owner', at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}
