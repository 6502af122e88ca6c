// What the first transfer to the owner changes of a property, and what is undone when it turns out that there was none.

import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { changeFinancialStatus, markPurchased, propertyCacheKey, undoPurchase } from '../project-life/index.ts';
import { sumOwnerTransfers } from './owner-transfer-queries.ts';

/** The first transfer starts the repayment; a later status stays. */
export async function beginRepayment(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  await markPurchased(tx, propertyId, at);
  await changeFinancialStatus(tx, propertyId, 'first-transfer-to-owner', at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}

/** After a transfer was refused or taken back: where it was the only one, the property returns to its former status. */
export async function undoRepayment(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  if ((await sumOwnerTransfers(tx, propertyId)) > 0) return;
  if (!(await changeFinancialStatus(tx, propertyId, 'transfer-came-back', at))) return;
  await undoPurchase(tx, propertyId, at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}
